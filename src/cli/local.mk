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
	%D%/cli-trace.c %D%/cli-trace.h \
	%D%/cli.c %D%/cli.h \
	%D%/check-kind.c %D%/check-kind.h \
	%D%/command-check.c \
	%D%/command-compare.c \
	%D%/command-help.c \
	%D%/command-run.c \
	$(NULL)
predictor_LDADD = $(LIBPREDICTOR_LIBS)

dist_bashcompletion_DATA += %D%/bash-completion/predictor
