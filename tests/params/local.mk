# suites of tests/params/
tests_libtest_a_SOURCES += \
	%D%/network-cases.c %D%/network-cases.h \
	%D%/network-text.c %D%/network-text.h \
	%D%/params-check.c %D%/params-check.h \
	$(NULL)
unit_tests += \
	%D%/test-formula \
	%D%/test-network-cases \
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
EXTRA_DIST += %D%/networks
