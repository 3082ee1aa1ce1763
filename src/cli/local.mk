# The programs: what the commands share, and in command/ a file each. Both programs have the same objects.
cli_shared = \
	%D%/cli.c %D%/cli.h \
	%D%/config.c %D%/config.h \
	%D%/file.c %D%/file.h \
	%D%/graph.c %D%/graph.h \
	%D%/input.c %D%/input.h \
	%D%/interrupt.c %D%/interrupt.h \
	%D%/machines.c %D%/machines.h \
	%D%/memory.c \
	%D%/message.c %D%/message.h \
	%D%/output.c %D%/output.h \
	%D%/progress.c %D%/progress.h \
	%D%/start.c %D%/start.h \
	%D%/timeline.c %D%/timeline.h \
	%D%/trace.c %D%/trace.h \
	%D%/words.c %D%/words.h \
	%D%/command/command.h \
	%D%/command/commands.def \
	%D%/command/sweep.c %D%/command/sweep.h \
	%D%/command/sweep-options.c %D%/command/sweep-options.h \
	%D%/command/sweep-reports.c %D%/command/sweep-reports.h \
	$(NULL)
bin_PROGRAMS += predictor
predictor_SOURCES = \
	$(cli_shared) \
	%D%/dap.c %D%/dap.h \
	%D%/lines.c %D%/lines.h \
	%D%/command/check.c \
	%D%/command/compare.c \
	%D%/command/debug.c \
	%D%/command/grains.c \
	%D%/command/machine.c \
	%D%/command/main.c \
	%D%/command/run.c \
	%D%/command/schedule.c \
	%D%/command/tasks.c \
	$(NULL)
predictor_LDADD = $(LIBPREDICTOR_LIBS) $(READLINE_LIBS)

if MPI
bin_PROGRAMS += predictor-mpi
dist_bashcompletion_DATA += %D%/completion/predictor-mpi
endif
predictor_mpi_SOURCES = \
	$(cli_shared) \
	%D%/mpi/dealer.c %D%/mpi/dealer.h \
	%D%/mpi/main.c \
	%D%/mpi/order.c %D%/mpi/order.h \
	%D%/mpi/post.c %D%/mpi/post.h \
	%D%/mpi/worker.c %D%/mpi/worker.h \
	$(NULL)
predictor_mpi_LDADD = $(LIBPREDICTOR_LIBS) $(MPI_LIBS)

dist_bashcompletion_DATA += %D%/completion/predictor
dist_fishcompletion_DATA += %D%/completion/predictor.fish
dist_zshcompletion_DATA += %D%/completion/_predictor
