# The program: a file a command, and what the commands share.
bin_PROGRAMS += predictor
predictor_SOURCES = \
	%D%/main.c \
	%D%/cli-commands.def \
	%D%/cli-config.c %D%/cli-config.h \
	%D%/cli-interrupt.c %D%/cli-interrupt.h \
	%D%/cli-message.c %D%/cli-message.h \
	%D%/cli-output.c %D%/cli-output.h \
	%D%/cli-path.c %D%/cli-path.h \
	%D%/cli-progress.c %D%/cli-progress.h \
	%D%/cli-sweep-options.c %D%/cli-sweep-options.h \
	%D%/cli-sweep-output.c %D%/cli-sweep-output.h \
	%D%/cli-sweep-run.c %D%/cli-sweep-run.h \
	%D%/cli-timeline.c %D%/cli-timeline.h \
	%D%/cli-trace.c %D%/cli-trace.h \
	%D%/cli.c %D%/cli.h \
	%D%/check-kind.c %D%/check-kind.h \
	%D%/command-check.c \
	%D%/command-compare.c \
	%D%/command-explain.c \
	%D%/command-help.c \
	%D%/command-run.c \
	%D%/command-sweep.c \
	$(NULL)
predictor_LDADD = $(LIBPREDICTOR_LIBS)

dist_bashcompletion_DATA += %D%/bash-completion/predictor
