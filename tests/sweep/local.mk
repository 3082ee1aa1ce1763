# Sweeps: axes, grids, search, merging, the command.
tests_libtest_a_SOURCES += %D%/common.c %D%/common.h
unit_tests += \
	%D%/test-axes \
	%D%/test-search \
	%D%/test-run \
	%D%/test-advice \
	%D%/test-parts \
	%D%/test-picture \
	%D%/test-random \
	%D%/test-read \
	%D%/test-topology \
	$(NULL)

sweep_scripts = %D%/test-interrupt.sh %D%/test-make.sh %D%/test-mpi.sh %D%/test-networks.sh %D%/test-part.sh %D%/test-slurm.sh %D%/test-sweep.sh
dist_check_SCRIPTS += $(sweep_scripts) %D%/test-page.sh
TESTS += $(sweep_scripts)
plain_tests += %D%/test-page.sh
EXTRA_DIST += %D%/many-channels.par %D%/page.mjs
