src_libpredictor_a_SOURCES += \
	%D%/account.c \
	%D%/account.h \
	%D%/clock.c \
	%D%/clock.h \
	%D%/error.h \
	%D%/lookup.c \
	%D%/lookup.h \
	%D%/policy.h \
	%D%/sim.c \
	%D%/sim.h \
	%D%/tally.c \
	%D%/tally.h \
	%D%/watcher.h \
	$(NULL)
