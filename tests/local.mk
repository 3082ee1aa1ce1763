LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
TEST_EXTENSIONS = .sh
# A test that hangs is a failure, not a hanging run.
LOG_COMPILER = timeout -k 10 600
SH_LOG_COMPILER = $(LOG_COMPILER)
# The thread sanitizer does not see the locks in GLib, by which it hands out its own blocks.
if THREAD_SANITIZER
thread_environment = \
	TSAN_OPTIONS='exitcode=99 report_thread_leaks=0 suppressions=$(abs_top_srcdir)/tests/thread-sanitizer.supp' \
	G_SLICE=always-malloc; export TSAN_OPTIONS G_SLICE;
endif
AM_TESTS_ENVIRONMENT = \
	LC_ALL=C G_DEBUG=fatal-warnings MALLOC_PERTURB_=165 \
	ASAN_OPTIONS=exitcode=99:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 \
	PREDICTOR='$(abs_top_builddir)/predictor$(EXEEXT)' \
	SRCDIR='$(abs_top_srcdir)' BUILDDIR='$(abs_top_builddir)' FORTRAN='$(FORTRAN)' \
	XDG_CONFIG_HOME='$(abs_top_builddir)/no-config'; \
	export XDG_CONFIG_HOME LC_ALL G_DEBUG MALLOC_PERTURB_ ASAN_OPTIONS UBSAN_OPTIONS PREDICTOR SRCDIR BUILDDIR FORTRAN; \
	$(thread_environment)

# CUnit through TAP; a suite FOLDER/test-x.c is a line of its folder, unit_tests += %D%/test-x. What
# suites share is in one archive, of which each takes what it needs.
check_LIBRARIES += %D%/libtest.a
%C%_libtest_a_SOURCES = %D%/tap.c %D%/tap.h
LDADD = %D%/libtest.a $(LIBPREDICTOR_LIBS) $(CUNIT_LIBS)
unit_tests =
# What the sanitizers have nothing to say about: they look at the program that it runs elsewhere.
plain_tests =
if SANITIZERS
first_tests =
else
first_tests = $(plain_tests)
endif
# They are the longest: what is short fills the processors at the end.
TESTS += $(first_tests)

include %D%/rater/local.mk
include %D%/trace/local.mk
include %D%/params/local.mk
include %D%/sim/local.mk
include %D%/analysis/local.mk
include %D%/explain/local.mk
include %D%/replay/local.mk
include %D%/dap/local.mk
include %D%/report/local.mk
include %D%/schedule/local.mk
include %D%/sweep/local.mk
include %D%/tasks/local.mk
include %D%/cli/local.mk
include %D%/faults/local.mk
include %D%/man/local.mk
include %D%/browser/local.mk
include %D%/fuzz/local.mk
include %D%/record/local.mk
include %D%/bench/local.mk

check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

# Golden cases are a folder of data: a new case is a new file, not a new line here.
style_tests = \
	%D%/circles.sh \
	%D%/documents.sh \
	%D%/layers.sh \
	%D%/setup-test.sh \
	%D%/shell.sh \
	$(NULL)
dist_check_SCRIPTS += $(style_tests) %D%/golden.sh %D%/packages.sh %D%/reproducible.sh
plain_tests += $(style_tests)
TESTS += %D%/golden.sh

# What ./check --full runs in the build of an archive: with the files it may lack, and in another folder.
dist_tests = \
	%D%/circles.sh \
	%D%/documents.sh \
	%D%/golden.sh \
	%D%/layers.sh \
	%D%/packages.sh \
	%D%/reproducible.sh \
	%D%/cli/test-cli \
	%D%/cli/test-check.sh \
	%D%/explain/test-explain.sh \
	%D%/explain/test-findings-page \
	%D%/man/test-man.sh \
	%D%/params/test-params \
	%D%/report/test-text \
	%D%/report/test-timeline-text \
	%D%/sim/test-demonstration \
	%D%/sweep/test-sweep.sh \
	%D%/trace/test-trace-samples \
	$(fuzz_replays) \
	$(NULL)
EXTRA_DIST += \
	%D%/browser.sh \
	%D%/circles.awk \
	%D%/golden \
	%D%/hostile.sh \
	%D%/layers.txt \
	%D%/setup.sh \
	%D%/tap.sh \
	%D%/thread-sanitizer.supp \
	$(NULL)
