# suites of tests/trace/
tests_libtest_a_SOURCES += \
	%D%/trace-check.c %D%/trace-check.h \
	%D%/trace-naive.c %D%/trace-naive.h \
	$(NULL)
unit_tests += \
	%D%/test-rt-call \
	%D%/test-trace-blocks \
	%D%/test-trace-frame \
	%D%/test-trace-large \
	%D%/test-trace-line \
	%D%/test-trace-man \
	%D%/test-trace-nest \
	%D%/test-trace-params \
	%D%/test-trace-random \
	%D%/test-trace-reader \
	%D%/test-trace-rewritten \
	%D%/test-trace-samples \
	%D%/test-trace-source \
	$(NULL)
