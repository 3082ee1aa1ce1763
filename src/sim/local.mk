# The front of the simulation: behind all of its rooms.
src_libpredictor_a_SOURCES += \
	%D%/layout.c \
	%D%/layout.h \
	%D%/simulator.c \
	%D%/simulator.h \
	$(NULL)
