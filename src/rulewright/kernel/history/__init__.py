"""History: the journal, saves, Judgment of past answers, and amendments."""
