"""`python -m hearts_arena`: the command line, under the name it is installed by."""

import sys

from hearts_arena.cli import PROGRAM, main

if __name__ == "__main__":
    sys.argv[0] = PROGRAM  # an event writes down the command that played it
    main(prog_name=PROGRAM)
