# Task graphs and schedules; graphs.c writes small ones in a line.
tests_libtest_a_SOURCES += %D%/graphs.c %D%/graphs.h
unit_tests += \
	%D%/test-bounds \
	%D%/test-graph \
	%D%/test-heuristics \
	%D%/test-random \
	$(NULL)
EXTRA_DIST += %D%/bad
