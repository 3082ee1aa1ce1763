# Task graphs and schedules; graphs.c writes small ones in a line.
tests_libtest_a_SOURCES += %D%/graphs.c %D%/graphs.h
unit_tests += \
	%D%/test-bounds \
	%D%/test-graph \
	%D%/test-heuristics \
	%D%/test-random \
	%D%/test-timeline \
	$(NULL)
EXTRA_DIST += %D%/bad %D%/twice.trace
dist_check_SCRIPTS += %D%/test-grain-timing.sh %D%/test-schedule-outputs.sh
TESTS += %D%/test-grain-timing.sh %D%/test-schedule-outputs.sh
check_PROGRAMS += %D%/grain-program
%C%_grain_program_SOURCES = %D%/grain-program.c %D%/grain-worker.c %D%/grain-worker.h
%C%_grain_program_CFLAGS = $(AM_CFLAGS) -pthread
%C%_grain_program_LDADD =
