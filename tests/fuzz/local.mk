# Fuzz targets (targets.txt says which corpus each has). With --enable-fuzzing (CC=clang) they are
# libFuzzer programs, which run.sh drives. Otherwise they replay the corpus that is kept here.
fuzz_targets = \
	%D%/fuzz-dap \
	%D%/fuzz-explain \
	%D%/fuzz-graph \
	%D%/fuzz-gzip \
	%D%/fuzz-json \
	%D%/fuzz-network \
	%D%/fuzz-params \
	%D%/fuzz-predict \
	%D%/fuzz-session \
	%D%/fuzz-tasks \
	%D%/fuzz-record \
	%D%/fuzz-template \
	%D%/fuzz-trace \
	%D%/fuzz-transfers \
	$(NULL)
check_PROGRAMS += $(fuzz_targets)

fuzz_replays = %D%/replay.sh

if FUZZING
fuzz_main =
fuzz_ldflags = $(AM_LDFLAGS) -fsanitize=fuzzer
else
fuzz_main = %D%/replay.c
fuzz_ldflags = $(AM_LDFLAGS)
TESTS += $(fuzz_replays)
endif

fuzz_machine = %D%/fuzz-machine.c %D%/fuzz-machine.h

%C%_fuzz_dap_SOURCES = %D%/fuzz-dap.c $(fuzz_main)
%C%_fuzz_dap_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_explain_SOURCES = %D%/fuzz-explain.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_explain_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_explain_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_graph_SOURCES = %D%/fuzz-graph.c $(fuzz_main)
%C%_fuzz_graph_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_graph_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_gzip_SOURCES = %D%/fuzz-gzip.c $(fuzz_main)
%C%_fuzz_gzip_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_gzip_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_json_SOURCES = %D%/fuzz-json.c $(fuzz_main)
%C%_fuzz_json_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_json_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_network_SOURCES = %D%/fuzz-network.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_network_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_network_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_params_SOURCES = %D%/fuzz-params.c $(fuzz_main)
%C%_fuzz_params_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_params_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_predict_SOURCES = %D%/fuzz-predict.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_predict_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_predict_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_session_SOURCES = %D%/fuzz-session.c $(fuzz_main)
%C%_fuzz_session_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_session_LDADD = tests/libtest.a $(LIBPREDICTOR_LIBS)
%C%_fuzz_tasks_SOURCES = %D%/fuzz-tasks.c $(fuzz_main)
%C%_fuzz_tasks_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_tasks_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_record_SOURCES = \
	%D%/fuzz-record.c $(fuzz_main) \
	tests/record/random-calls.c tests/record/random-calls.h \
	tests/record/recording.c tests/record/recording.h
%C%_fuzz_record_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_record_LDADD = $(DVM_RECORD_LIBS) $(LIBPREDICTOR_LIBS)
%C%_fuzz_template_SOURCES = %D%/fuzz-template.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_template_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_trace_SOURCES = %D%/fuzz-trace.c $(fuzz_main)
%C%_fuzz_trace_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_trace_LDADD = $(LIBPREDICTOR_LIBS)
%C%_fuzz_transfers_SOURCES = %D%/fuzz-transfers.c $(fuzz_machine) $(fuzz_main)
%C%_fuzz_transfers_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_transfers_LDADD = $(LIBPREDICTOR_LIBS)

dist_check_SCRIPTS += $(fuzz_replays) %D%/run.sh
EXTRA_DIST += \
	%D%/dap \
	%D%/graph \
	%D%/gzip \
	%D%/json \
	%D%/network \
	%D%/params \
	%D%/record \
	%D%/replay.c \
	%D%/session \
	%D%/targets.txt \
	%D%/tasks \
	%D%/template \
	%D%/trace \
	%D%/transfers \
	$(NULL)
