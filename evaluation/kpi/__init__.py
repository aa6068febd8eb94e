"""What a program can tell of an answer in a dialogue: the gate and the rules of each KPI, never a guess."""
