rater_librater_a_SOURCES += \
	%D%/atto.h \
	%D%/hosts.c \
	%D%/hosts.h \
	%D%/message.c \
	%D%/message.h \
	%D%/number-table.c \
	%D%/number-table.h \
	%D%/placement.c \
	%D%/placement.h \
	%D%/topology-cluster.c \
	%D%/topology-dragonfly.c \
	%D%/topology-fat-tree.c \
	%D%/topology-grid.c \
	%D%/topology-kind.h \
	%D%/topology-switch.c \
	%D%/topology-tree.c \
	%D%/topology.c \
	%D%/topology.h \
	$(NULL)
