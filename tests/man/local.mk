# Manual pages.
dist_check_SCRIPTS += %D%/test-man.sh
TESTS += %D%/test-man.sh
