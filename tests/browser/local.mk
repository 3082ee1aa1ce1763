# HTML reports in a browser.
browser_scripts = %D%/test-explain.sh %D%/test-hostile.sh %D%/test-machine.sh %D%/test-page.sh %D%/test-report.sh %D%/test-schedule.sh %D%/test-tasks.sh
dist_check_SCRIPTS += $(browser_scripts)
plain_tests += $(browser_scripts)
EXTRA_DIST += %D%/driver.mjs %D%/explain.mjs %D%/hostile.mjs %D%/machine.mjs %D%/metrics.mjs %D%/package.json %D%/page.mjs %D%/palette.mjs %D%/path.mjs %D%/schedule.mjs %D%/tasks.mjs
