# suites of tests/replay/
unit_tests += \
	%D%/test-replay \
	$(NULL)

replay_scripts = %D%/test-session.sh
dist_check_SCRIPTS += $(replay_scripts)
TESTS += $(replay_scripts)
EXTRA_DIST += %D%/sessions
