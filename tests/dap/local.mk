# The adapter for editors.
tests_libtest_a_SOURCES += %D%/client.c %D%/client.h
unit_tests += %D%/test-dap
dist_check_SCRIPTS += %D%/test-session.sh
TESTS += %D%/test-session.sh
EXTRA_DIST += %D%/session.mjs
