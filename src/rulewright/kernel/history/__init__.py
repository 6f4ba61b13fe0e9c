"""History: the journal, saves, judgment of past answers, and amendments."""
