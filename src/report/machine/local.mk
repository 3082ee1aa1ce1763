src_libpredictor_a_SOURCES += \
	%D%/cells.c \
	%D%/chart.c \
	%D%/chart.h \
	%D%/draw-around.c \
	%D%/draw-grid.c \
	%D%/draw-groups.c \
	%D%/draw-levels.c \
	%D%/draw-network.c \
	%D%/drawing.c \
	%D%/drawing.h \
	%D%/machine.c \
	%D%/machine.def \
	%D%/machine.h \
	%D%/text.c \
	%D%/transfers.c \
	%D%/view.c \
	%D%/view.h \
	$(NULL)
