# Sweeps: axes, grids, search, merging, the command.
sweep_check = %D%/common.c %D%/common.h tests/report/check.c tests/report/check.h
unit_tests += \
	%D%/test-axes \
	%D%/test-search \
	%D%/test-run \
	%D%/test-advice \
	%D%/test-picture \
	%D%/test-random \
	%D%/test-read \
	%D%/test-topology \
	$(NULL)
%C%_test_axes_SOURCES = %D%/test-axes.c $(sweep_check)
%C%_test_axes_CPPFLAGS = $(unit_cppflags)
%C%_test_axes_LDADD = $(unit_ldadd)
%C%_test_topology_SOURCES = %D%/test-topology.c $(sweep_check)
%C%_test_topology_CPPFLAGS = $(unit_cppflags)
%C%_test_topology_LDADD = $(unit_ldadd)
%C%_test_search_SOURCES = %D%/test-search.c $(sweep_check)
%C%_test_search_CPPFLAGS = $(unit_cppflags)
%C%_test_search_LDADD = $(unit_ldadd)
%C%_test_run_SOURCES = %D%/test-run.c $(sweep_check)
%C%_test_run_CPPFLAGS = $(unit_cppflags)
%C%_test_run_LDADD = $(unit_ldadd)
%C%_test_advice_SOURCES = %D%/test-advice.c $(sweep_check)
%C%_test_advice_CPPFLAGS = $(unit_cppflags)
%C%_test_advice_LDADD = $(unit_ldadd)
%C%_test_picture_SOURCES = %D%/test-picture.c $(sweep_check)
%C%_test_picture_CPPFLAGS = $(unit_cppflags)
%C%_test_picture_LDADD = $(unit_ldadd)
%C%_test_read_SOURCES = %D%/test-read.c $(sweep_check)
%C%_test_read_CPPFLAGS = $(unit_cppflags)
%C%_test_read_LDADD = $(unit_ldadd)
%C%_test_random_SOURCES = %D%/test-random.c $(sweep_check) \
	tests/sim/random-data.c \
	tests/sim/random-loops.c \
	tests/sim/random-maker.c \
	tests/sim/random-maker.h \
	tests/sim/random-moves.c \
	tests/sim/random-program.c \
	tests/sim/random-program.h \
	tests/sim/trace-text.c \
	tests/sim/trace-text.h \
	$(NULL)
%C%_test_random_CPPFLAGS = $(unit_cppflags)
%C%_test_random_LDADD = $(unit_ldadd)

sweep_scripts = %D%/test-interrupt.sh %D%/test-make.sh %D%/test-page.sh %D%/test-sweep.sh
dist_check_SCRIPTS += $(sweep_scripts)
TESTS += $(sweep_scripts)
EXTRA_DIST += %D%/page.mjs
