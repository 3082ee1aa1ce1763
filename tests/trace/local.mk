# suites of tests/trace/
trace_check = %D%/trace-check.c %D%/trace-check.h
trace_naive = %D%/trace-naive.c %D%/trace-naive.h
unit_tests += \
	%D%/test-rt-call \
	%D%/test-trace-blocks \
	%D%/test-trace-frame \
	%D%/test-trace-large \
	%D%/test-trace-line \
	%D%/test-trace-man \
	%D%/test-trace-nest \
	%D%/test-trace-params \
	%D%/test-trace-random \
	%D%/test-trace-reader \
	%D%/test-trace-samples \
	%D%/test-trace-source \
	$(NULL)
%C%_test_rt_call_SOURCES = %D%/test-rt-call.c $(trace_check)
%C%_test_rt_call_CPPFLAGS = $(unit_cppflags)
%C%_test_rt_call_LDADD = $(unit_ldadd)
%C%_test_trace_blocks_SOURCES = %D%/test-trace-blocks.c $(trace_check)
%C%_test_trace_blocks_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_blocks_LDADD = $(unit_ldadd)
%C%_test_trace_frame_SOURCES = %D%/test-trace-frame.c $(trace_check)
%C%_test_trace_frame_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_frame_LDADD = $(unit_ldadd)
%C%_test_trace_large_SOURCES = %D%/test-trace-large.c $(trace_check)
%C%_test_trace_large_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_large_LDADD = $(unit_ldadd)
%C%_test_trace_line_SOURCES = %D%/test-trace-line.c $(trace_check)
%C%_test_trace_line_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_line_LDADD = $(unit_ldadd)
%C%_test_trace_man_SOURCES = %D%/test-trace-man.c $(trace_check)
%C%_test_trace_man_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_man_LDADD = $(unit_ldadd)
%C%_test_trace_nest_SOURCES = %D%/test-trace-nest.c $(trace_check)
%C%_test_trace_nest_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_nest_LDADD = $(unit_ldadd)
%C%_test_trace_params_SOURCES = %D%/test-trace-params.c $(trace_check)
%C%_test_trace_params_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_params_LDADD = $(unit_ldadd)
%C%_test_trace_random_SOURCES = %D%/test-trace-random.c $(trace_check) $(trace_naive)
%C%_test_trace_random_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_random_LDADD = $(unit_ldadd)
%C%_test_trace_reader_SOURCES = %D%/test-trace-reader.c $(trace_check)
%C%_test_trace_reader_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_reader_LDADD = $(unit_ldadd)
%C%_test_trace_samples_SOURCES = %D%/test-trace-samples.c $(trace_check) $(trace_naive)
%C%_test_trace_samples_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_samples_LDADD = $(unit_ldadd)
%C%_test_trace_source_SOURCES = %D%/test-trace-source.c $(trace_check)
%C%_test_trace_source_CPPFLAGS = $(unit_cppflags)
%C%_test_trace_source_LDADD = $(unit_ldadd)
