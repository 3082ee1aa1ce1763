src_libpredictor_a_SOURCES += \
	%D%/account.c \
	%D%/account.h \
	%D%/clock.c \
	%D%/clock.h \
	%D%/finish.c \
	%D%/finish.h \
	%D%/lookup.c \
	%D%/lookup.h \
	%D%/message.c \
	%D%/message.h \
	%D%/sim.h \
	%D%/simulator.c \
	%D%/simulator.h \
	%D%/tally.c \
	%D%/tally.h \
	$(NULL)
