# The command line: suites of tests/cli/.
cli_scripts = \
	%D%/test-arguments.sh \
	%D%/test-check.sh \
	%D%/test-check-run.sh \
	%D%/test-compare.sh \
	%D%/test-damaged.sh \
	%D%/test-completion.sh \
	%D%/test-habits.sh \
	%D%/test-hostile.sh \
	%D%/test-inputs.sh \
	%D%/test-interrupt.sh \
	%D%/test-machine.sh \
	%D%/test-kill.sh \
	%D%/test-nonsense.sh \
	%D%/test-outputs.sh \
	%D%/test-python.sh \
	%D%/test-terminal.sh \
	%D%/test-thesis.sh \
	%D%/test-timeline.sh \
	%D%/test-timeline-perfetto.sh \
	$(NULL)
dist_check_SCRIPTS += $(cli_scripts) %D%/test-endless.sh %D%/test-hardening.sh
TESTS += $(cli_scripts)
plain_tests += %D%/test-endless.sh %D%/test-hardening.sh

unit_tests += %D%/test-cli %D%/test-machine-cases
%C%_test_cli_SOURCES = %D%/test-cli.c \
	src/cli/file.c src/cli/message.c
