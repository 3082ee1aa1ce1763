# What is found in programs with a fault.

tests_libtest_a_SOURCES += %D%/explain-check.c %D%/explain-check.h

unit_tests += \
	%D%/test-bounds \
	%D%/test-explain-cases \
	%D%/test-explain-operations \
	%D%/test-explain-random \
	%D%/test-explain-samples \
	%D%/test-explain-tasks \
	%D%/test-findings-page \
	$(NULL)
EXTRA_DIST += %D%/cases

dist_check_SCRIPTS += %D%/test-explain.sh %D%/test-headline.sh %D%/test-sarif.sh
TESTS += %D%/test-explain.sh %D%/test-headline.sh %D%/test-sarif.sh
