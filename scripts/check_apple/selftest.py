"""Plants typos in Apple-only regions: the check must find each."""
def run(*a): pass
