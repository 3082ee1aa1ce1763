# `make bench`: speed and memory against the goals of docs/performance.md. Built for all tests; it makes
# its traces in a temporary folder, prints a table and writes bench.json.
#   make bench BENCH_FLAGS=--quick        under half a minute
#   make bench BENCH_FLAGS='large memory' some sections
check_PROGRAMS += %D%/bench
%C%_bench_SOURCES = \
	%D%/bench.c \
	%D%/bench.h \
	%D%/bench-group.c \
	%D%/bench-group.h \
	%D%/bench-graphs.c \
	%D%/bench-growth.c \
	%D%/bench-large.c \
	%D%/bench-memory.c \
	%D%/bench-memory.h \
	%D%/bench-predict.c \
	%D%/bench-predict.h \
	%D%/bench-process.c \
	%D%/bench-process.h \
	%D%/bench-processors.c \
	%D%/bench-programs.c \
	%D%/bench-programs.h \
	%D%/bench-record.c \
	%D%/bench-repeat.c \
	%D%/bench-repeat.h \
	%D%/bench-replay.c \
	%D%/bench-report.c \
	%D%/bench-sweep.c \
	%D%/bench-table.c \
	%D%/bench-table.h \
	tests/sim/trace-text.c \
	tests/sim/trace-text.h \
	$(NULL)
%C%_bench_LDADD = $(LIBPREDICTOR_LIBS) $(DVM_RECORD_LIBS)
CLEANFILES += %D%/bench$(EXEEXT) bench.json

# The folder goes when the run is interrupted, too.
bench: predictor$(EXEEXT) %D%/bench$(EXEEXT)
	$(AM_V_at)folder=`mktemp -d` && trap 'rm -rf "$$folder"' 0 && trap 'exit 130' INT TERM && \
	  TMPDIR="$$folder" %D%/bench$(EXEEXT) --samples '$(srcdir)/samples' \
	    --params '$(srcdir)/params' --predictor ./predictor$(EXEEXT) --output bench.json \
	    $(BENCH_FLAGS)
.PHONY: bench
