# Manual pages.
dist_check_SCRIPTS += %D%/test-man.sh
plain_tests += %D%/test-man.sh
