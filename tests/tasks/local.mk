# Logs of task pools; measured.h has the tables of the report.
unit_tests += %D%/test-tasks
dist_check_SCRIPTS += %D%/test-tasks-outputs.sh
TESTS += %D%/test-tasks-outputs.sh
EXTRA_DIST += %D%/measured.h
