# What is found in programs with a fault.

check_LIBRARIES += %D%/libexplaintest.a
%C%_libexplaintest_a_SOURCES = %D%/explain-check.c %D%/explain-check.h
%C%_libexplaintest_a_CPPFLAGS = $(unit_cppflags)
explain_ldadd = tests/explain/libexplaintest.a $(sim_ldadd)

unit_tests += \
	%D%/test-explain-cases \
	%D%/test-explain-operations \
	%D%/test-explain-random \
	%D%/test-explain-samples \
	%D%/test-explain-tasks \
	%D%/test-findings-page \
	$(NULL)
EXTRA_DIST += %D%/cases
%C%_test_explain_cases_SOURCES = %D%/test-explain-cases.c
%C%_test_explain_cases_CPPFLAGS = $(unit_cppflags)
%C%_test_explain_cases_LDADD = $(explain_ldadd)
%C%_test_explain_operations_SOURCES = %D%/test-explain-operations.c
%C%_test_explain_operations_CPPFLAGS = $(unit_cppflags)
%C%_test_explain_operations_LDADD = $(explain_ldadd)
%C%_test_explain_random_SOURCES = \
	tests/sim/random-data.c \
	tests/sim/random-loops.c \
	tests/sim/random-maker.c \
	tests/sim/random-moves.c \
	tests/sim/random-program.c \
	%D%/test-explain-random.c \
	$(NULL)
%C%_test_explain_random_CPPFLAGS = $(unit_cppflags)
%C%_test_explain_random_LDADD = $(explain_ldadd)
%C%_test_explain_samples_SOURCES = %D%/test-explain-samples.c
%C%_test_explain_samples_CPPFLAGS = $(unit_cppflags)
%C%_test_explain_samples_LDADD = $(explain_ldadd)
%C%_test_explain_tasks_SOURCES = %D%/test-explain-tasks.c
%C%_test_explain_tasks_CPPFLAGS = $(unit_cppflags)
%C%_test_explain_tasks_LDADD = $(explain_ldadd)
%C%_test_findings_page_SOURCES = %D%/test-findings-page.c
%C%_test_findings_page_CPPFLAGS = $(unit_cppflags)
%C%_test_findings_page_LDADD = $(sim_ldadd)

dist_check_SCRIPTS += %D%/test-explain.sh
TESTS += %D%/test-explain.sh
