"""The fast path: tables as records, the law as compiled functions, and play of thousands of matches."""
