"""Events: entrants, schedules, the runner, faults, and the store of rows."""
