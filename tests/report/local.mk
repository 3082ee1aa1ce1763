# suites of tests/report/
