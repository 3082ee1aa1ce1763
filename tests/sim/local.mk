# suites of tests/sim/
