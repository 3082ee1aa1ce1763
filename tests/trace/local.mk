# suites of tests/trace/
