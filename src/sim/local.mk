src_libpredictor_a_SOURCES += \
	%D%/sim-account.c %D%/sim-account.h \
	%D%/sim-array.c %D%/sim-array.h \
	%D%/sim-async.h \
	%D%/sim-call.c %D%/sim-call.h \
	%D%/sim-causes.c %D%/sim-causes.h \
	%D%/sim-clock.c %D%/sim-clock.h \
	%D%/sim-copy-calls.c \
	%D%/sim-distribution-calls.c \
	%D%/sim-finish.c %D%/sim-finish.h \
	%D%/sim-group.h \
	%D%/sim-interval-calls.c \
	%D%/sim-io-calls.c \
	%D%/sim-label-table.c %D%/sim-label-table.h \
	%D%/sim-lattice-join.c \
	%D%/sim-ledger.c %D%/sim-ledger.h \
	%D%/sim-lines.h \
	%D%/sim-lookup.c %D%/sim-lookup.h \
	%D%/sim-loop-calls.c \
	%D%/sim-loop-map.c %D%/sim-loop-map.h \
	%D%/sim-loop.h \
	%D%/sim-mapping.c %D%/sim-mapping.h \
	%D%/sim-message.c %D%/sim-message.h \
	%D%/sim-move.c %D%/sim-move.h \
	%D%/sim-object.c %D%/sim-object.h \
	%D%/sim-packed.c %D%/sim-packed.h \
	%D%/sim-partition.c %D%/sim-partition.h \
	%D%/sim-pipeline.c %D%/sim-pipeline.h \
	%D%/sim-recorder.c %D%/sim-recorder.h \
	%D%/sim-recorder-operation.c \
	%D%/sim-recorder-pipeline.c %D%/sim-recorder-pipeline.h \
	%D%/sim-recorder-private.h \
	%D%/sim-reduction-calls.c \
	%D%/sim-remote-calls.c \
	%D%/sim-runs.c %D%/sim-runs.h \
	%D%/sim-share.h \
	%D%/sim-shadow-calls.c %D%/sim-shadow-calls.h \
	%D%/sim-system-calls.c %D%/sim-system-calls.h \
	%D%/sim-system-part.c \
	%D%/sim-system-private.h \
	%D%/sim-system-range.c \
	%D%/sim-system.c %D%/sim-system.h \
	%D%/sim-template-calls.c %D%/sim-template-calls.h \
	%D%/sim-types.h \
	%D%/sim-what-if-hooks.c %D%/sim-what-if-hooks.h %D%/sim-what-if-private.h \
	%D%/sim-what-if-loop.c \
	%D%/sim-what-if-task.c \
	%D%/sim-what-if.c %D%/sim-what-if.h \
	%D%/sim.h \
	%D%/simulator.c %D%/simulator.h \
	%D%/timeline-record.h \
	%D%/timeline.c %D%/timeline.h \
	$(NULL)
