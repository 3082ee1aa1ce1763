rater_librater_a_SOURCES += \
	%D%/event-heap.c \
	%D%/event-heap.h \
	%D%/exchange.c \
	%D%/exchange.h \
	%D%/improve.c \
	%D%/improve.h \
	%D%/journey.h \
	%D%/packets.c \
	%D%/receive.c \
	%D%/separable-front.c \
	%D%/separable-front.h \
	%D%/separable.c \
	%D%/separable.h \
	%D%/tree-operation.c \
	%D%/tree-operation.h \
	%D%/worms.c \
	$(NULL)
