# Fuzz targets. With --enable-fuzzing (CC=clang) they are libFuzzer programs; new inputs go to the
# first folder named: tests/fuzz/fuzz-trace NEW tests/fuzz/trace. Otherwise they replay the corpus
# that is kept here.
fuzz_targets = \
	%D%/fuzz-params \
	%D%/fuzz-predict \
	%D%/fuzz-trace \
	$(NULL)
check_PROGRAMS += $(fuzz_targets)

if FUZZING
fuzz_main =
fuzz_ldflags = $(AM_LDFLAGS) -fsanitize=fuzzer
else
fuzz_main = %D%/replay.c
fuzz_ldflags = $(AM_LDFLAGS)
TESTS += %D%/replay-params.sh %D%/replay-predict.sh %D%/replay-trace.sh
endif

%C%_fuzz_params_SOURCES = %D%/fuzz-params.c $(fuzz_main)
%C%_fuzz_params_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_params_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_predict_SOURCES = %D%/fuzz-predict.c $(fuzz_main)
%C%_fuzz_predict_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_predict_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_trace_SOURCES = %D%/fuzz-trace.c $(fuzz_main)
%C%_fuzz_trace_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_trace_LDADD = $(LIBPREDICTOR_LIBS)

dist_check_SCRIPTS += %D%/replay-params.sh %D%/replay-predict.sh %D%/replay-trace.sh
EXTRA_DIST += %D%/params %D%/replay.c %D%/trace
