# suites of tests/sim/

# A second, naive simulation and random programs to hold both against each other.
unit_tests += %D%/test-random
%C%_test_random_SOURCES = \
	%D%/naive-compare.c \
	%D%/naive-compare.h \
	%D%/naive-cost.c \
	%D%/naive-data.c \
	%D%/naive-geometry.c \
	%D%/naive-intervals.c \
	%D%/naive-loops.c \
	%D%/naive-moves.c \
	%D%/naive-pipeline.c \
	%D%/naive-result.c \
	%D%/naive-shadow.c \
	%D%/naive-state.h \
	%D%/naive.c \
	%D%/naive.h \
	%D%/random-data.c \
	%D%/random-loops.c \
	%D%/random-maker.c \
	%D%/random-maker.h \
	%D%/random-moves.c \
	%D%/random-program.c \
	%D%/random-program.h \
	%D%/test-random.c \
	$(NULL)
%C%_test_random_CPPFLAGS = $(unit_cppflags)
%C%_test_random_LDADD = $(unit_ldadd)

# Traces and predictions with results computed by hand, and what must hold for every prediction.
check_LIBRARIES += %D%/libsimtest.a
%C%_libsimtest_a_SOURCES = \
	%D%/cases.c %D%/cases.h \
	%D%/lines-check.c %D%/lines-check.h \
	%D%/prediction-check.c %D%/prediction-check.h \
	%D%/processors.h \
	%D%/sim-check.h \
	%D%/timeline-check.c %D%/timeline-check.h \
	%D%/trace-scan.c %D%/trace-scan.h \
	%D%/trace-text.c %D%/trace-text.h \
	$(NULL)
%C%_libsimtest_a_CPPFLAGS = $(unit_cppflags)
sim_ldadd = tests/sim/libsimtest.a $(unit_ldadd)

unit_tests += \
	%D%/test-accounting \
	%D%/test-accounting-extremes \
	%D%/test-demonstration \
	%D%/test-lines \
	%D%/test-loop-map \
	%D%/test-mutations \
	%D%/test-partition \
	%D%/test-processor-set \
	%D%/test-samples \
	%D%/test-system \
	%D%/test-tally \
	%D%/test-timeline \
	%D%/test-timeline-samples \
	$(NULL)
# A new case is a new line there, not here.
EXTRA_DIST += %D%/accounting
%C%_test_accounting_SOURCES = %D%/test-accounting.c
%C%_test_accounting_CPPFLAGS = $(unit_cppflags)
%C%_test_accounting_LDADD = $(sim_ldadd)
%C%_test_accounting_extremes_SOURCES = %D%/test-accounting-extremes.c
%C%_test_accounting_extremes_CPPFLAGS = $(unit_cppflags)
%C%_test_accounting_extremes_LDADD = $(sim_ldadd)
%C%_test_demonstration_SOURCES = %D%/test-demonstration.c
%C%_test_demonstration_CPPFLAGS = $(unit_cppflags)
%C%_test_demonstration_LDADD = $(sim_ldadd)
%C%_test_lines_SOURCES = %D%/test-lines.c
%C%_test_lines_CPPFLAGS = $(unit_cppflags)
%C%_test_lines_LDADD = $(sim_ldadd)
%C%_test_tally_SOURCES = %D%/test-tally.c
%C%_test_tally_CPPFLAGS = $(unit_cppflags)
%C%_test_tally_LDADD = $(sim_ldadd)
%C%_test_mutations_SOURCES = %D%/test-mutations.c
%C%_test_mutations_CPPFLAGS = $(unit_cppflags)
%C%_test_mutations_LDADD = $(sim_ldadd)

%C%_test_loop_map_SOURCES = %D%/test-loop-map.c
%C%_test_loop_map_CPPFLAGS = $(unit_cppflags)
%C%_test_loop_map_LDADD = $(sim_ldadd)
%C%_test_partition_SOURCES = %D%/test-partition.c
%C%_test_partition_CPPFLAGS = $(unit_cppflags)
%C%_test_partition_LDADD = $(sim_ldadd)
%C%_test_processor_set_SOURCES = %D%/test-processor-set.c
%C%_test_processor_set_CPPFLAGS = $(unit_cppflags)
%C%_test_processor_set_LDADD = $(sim_ldadd)
%C%_test_samples_SOURCES = %D%/test-samples.c
%C%_test_samples_CPPFLAGS = $(unit_cppflags)
%C%_test_samples_LDADD = $(sim_ldadd)
%C%_test_system_SOURCES = %D%/test-system.c
%C%_test_system_CPPFLAGS = $(unit_cppflags)
%C%_test_system_LDADD = $(sim_ldadd)
%C%_test_timeline_SOURCES = %D%/test-timeline.c
%C%_test_timeline_CPPFLAGS = $(unit_cppflags)
%C%_test_timeline_LDADD = $(sim_ldadd)
%C%_test_timeline_samples_SOURCES = \
	%D%/random-data.c \
	%D%/random-loops.c \
	%D%/random-maker.c \
	%D%/random-moves.c \
	%D%/random-program.c \
	%D%/test-timeline-samples.c \
	$(NULL)
%C%_test_timeline_samples_CPPFLAGS = $(unit_cppflags)
%C%_test_timeline_samples_LDADD = $(sim_ldadd)
