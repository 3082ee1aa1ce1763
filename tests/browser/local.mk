# HTML reports in a browser.
dist_check_SCRIPTS += %D%/test-report.sh
TESTS += %D%/test-report.sh
