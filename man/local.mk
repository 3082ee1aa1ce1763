# Manual pages; tests/man/ checks them.
dist_man_MANS += \
	%D%/dvm-record.3 \
	%D%/predictor.1 \
	%D%/predictor-debug.1 \
	%D%/predictor-grains.1 \
	%D%/predictor-schedule.1 \
	%D%/predictor-tasks.1 \
	%D%/predictor-trace.5 \
	%D%/predictor.par.5 \
	$(NULL)
if MPI
dist_man_MANS += %D%/predictor-mpi.1
endif
# Without MPI it is not installed, but in the archive all the same.
EXTRA_DIST += %D%/predictor-mpi.1
