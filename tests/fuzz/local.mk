# Fuzz targets. With --enable-fuzzing (CC=clang) they are libFuzzer programs; new inputs go to the
# first folder named: tests/fuzz/fuzz-trace NEW tests/fuzz/trace. Otherwise they replay the corpus
# that is kept here.
fuzz_targets = \
	%D%/fuzz-explain \
	%D%/fuzz-json \
	%D%/fuzz-params \
	%D%/fuzz-predict \
	%D%/fuzz-trace \
	$(NULL)
check_PROGRAMS += $(fuzz_targets)

fuzz_replays = \
	%D%/replay-explain.sh \
	%D%/replay-json.sh \
	%D%/replay-params.sh \
	%D%/replay-predict.sh \
	%D%/replay-trace.sh \
	$(NULL)

if FUZZING
fuzz_main =
fuzz_ldflags = $(AM_LDFLAGS) -fsanitize=fuzzer
else
fuzz_main = %D%/replay.c
fuzz_ldflags = $(AM_LDFLAGS)
TESTS += $(fuzz_replays)
endif

fuzz_machine = %D%/fuzz-machine.c %D%/fuzz-machine.h

%C%_fuzz_explain_SOURCES = %D%/fuzz-explain.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_explain_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_explain_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_json_SOURCES = %D%/fuzz-json.c $(fuzz_main)
%C%_fuzz_json_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_json_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_params_SOURCES = %D%/fuzz-params.c $(fuzz_main)
%C%_fuzz_params_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_params_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_predict_SOURCES = %D%/fuzz-predict.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_predict_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_predict_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_trace_SOURCES = %D%/fuzz-trace.c $(fuzz_main)
%C%_fuzz_trace_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_trace_LDADD = $(LIBPREDICTOR_LIBS)

dist_check_SCRIPTS += $(fuzz_replays)
EXTRA_DIST += %D%/json %D%/params %D%/replay.c %D%/trace
