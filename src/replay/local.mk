# Stepping through a predicted run: behind the reports, whose sources and words it uses.
src_libpredictor_a_SOURCES += \
	%D%/command.c \
	%D%/command.h \
	%D%/command-look.c \
	%D%/command-machine.c \
	%D%/command-move.c \
	%D%/command-private.h \
	%D%/command-source.c \
	%D%/command-stops.c \
	%D%/command-things.c \
	%D%/command-times.c \
	%D%/command-words.c \
	%D%/commands.def \
	%D%/engine.c \
	%D%/expression.c \
	%D%/expression.h \
	%D%/look.c \
	%D%/look.h \
	%D%/private.h \
	%D%/profile.c \
	%D%/profile.h \
	%D%/run.c \
	%D%/run.h \
	%D%/session.c \
	%D%/session.h \
	%D%/source-lines.c \
	%D%/source-lines.h \
	%D%/stops.c \
	%D%/stops.h \
	%D%/watch.c \
	%D%/watch.h \
	$(NULL)
