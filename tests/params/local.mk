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

# Networks with topology.
unit_tests += %D%/test-network-cases
%C%_test_network_cases_SOURCES = \
	%D%/test-network-cases.c $(params_check) \
	%D%/network-text.c %D%/network-text.h
%C%_test_network_cases_CPPFLAGS = $(unit_cppflags)
%C%_test_network_cases_LDADD = $(unit_ldadd)
EXTRA_DIST += %D%/networks

unit_tests += %D%/test-formula
%C%_test_formula_SOURCES = %D%/test-formula.c $(params_check)
%C%_test_formula_CPPFLAGS = $(unit_cppflags)
%C%_test_formula_LDADD = $(unit_ldadd)
