"""From records to statements: standings, crosstables, payoffs and figures.

This room knows records and nothing of play. It reads an event's rows part by part, keeps exact
integer sums over blocks, and says every mean with its n, interval and unit. Nothing is loaded
here: import from the modules.

- `rows`, `blocks`, `estimates`: what is read, how it is summed, what is claimed.
- `standings`, `crosstable`, `payoff`, `seats`, `histogram`, `race`: one result each.
- `formatting`, `plots`: results as text and as figures.
"""
