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
	%D%/naive-links.c \
	%D%/naive-loops.c \
	%D%/naive-moves.c \
	%D%/naive-pipeline.c \
	%D%/naive-result.c \
	%D%/naive-shadow.c \
	%D%/naive-state.h \
	%D%/naive.c \
	%D%/naive.h \
	%D%/test-random.c \
	$(NULL)

# Traces and predictions with results computed by hand, and what must hold for every prediction.
tests_libtest_a_SOURCES += \
	%D%/cases.c %D%/cases.h \
	%D%/lines-check.c %D%/lines-check.h \
	%D%/prediction-check.c %D%/prediction-check.h \
	%D%/processors.h \
	%D%/random-data.c %D%/random-loops.c %D%/random-moves.c \
	%D%/random-maker.c %D%/random-maker.h \
	%D%/random-program.c %D%/random-program.h \
	%D%/sim-check.h \
	%D%/timeline-check.c %D%/timeline-check.h \
	%D%/trace-scan.c %D%/trace-scan.h \
	%D%/trace-text.c %D%/trace-text.h \
	$(NULL)

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
