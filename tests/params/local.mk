# suites of tests/params/
tests_libtest_a_SOURCES += %D%/params-check.c %D%/params-check.h
unit_tests += \
	%D%/test-params \
	%D%/test-params-decimal \
	%D%/test-params-errors \
	%D%/test-params-man \
	%D%/test-params-reader \
	%D%/test-params-table \
	%D%/test-params-writer \
	$(NULL)

dist_check_SCRIPTS += %D%/man-params.sh
TESTS += %D%/man-params.sh
