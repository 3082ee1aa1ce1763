# The program: a file a command, and what the commands share.
bin_PROGRAMS += predictor
predictor_SOURCES = \
	%D%/main.c \
	%D%/commands.def \
	%D%/config.c %D%/config.h \
	%D%/interrupt.c %D%/interrupt.h \
	%D%/message.c %D%/message.h \
	%D%/output.c %D%/output.h \
	%D%/path.c %D%/path.h \
	%D%/progress.c %D%/progress.h \
	%D%/sweep-options.c %D%/sweep-options.h \
	%D%/sweep-output.c %D%/sweep-output.h \
	%D%/sweep-run.c %D%/sweep-run.h \
	%D%/timeline.c %D%/timeline.h \
	%D%/trace.c %D%/trace.h \
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
