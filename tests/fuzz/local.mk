# suites of tests/fuzz/
