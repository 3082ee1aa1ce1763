# suites of tests/replay/
unit_tests += \
	%D%/test-replay \
	$(NULL)
