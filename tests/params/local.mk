# suites of tests/params/
params_check = %D%/params-check.c %D%/params-check.h
unit_tests += \
	%D%/test-params \
	%D%/test-params-decimal \
	%D%/test-params-errors \
	%D%/test-params-man \
	%D%/test-params-reader \
	%D%/test-params-table \
	%D%/test-params-writer \
	$(NULL)
%C%_test_params_SOURCES = %D%/test-params.c $(params_check)
%C%_test_params_CPPFLAGS = $(unit_cppflags)
%C%_test_params_LDADD = $(unit_ldadd)
%C%_test_params_decimal_SOURCES = %D%/test-params-decimal.c $(params_check)
%C%_test_params_decimal_CPPFLAGS = $(unit_cppflags)
%C%_test_params_decimal_LDADD = $(unit_ldadd)
%C%_test_params_errors_SOURCES = %D%/test-params-errors.c $(params_check)
%C%_test_params_errors_CPPFLAGS = $(unit_cppflags)
%C%_test_params_errors_LDADD = $(unit_ldadd)
%C%_test_params_man_SOURCES = %D%/test-params-man.c $(params_check)
%C%_test_params_man_CPPFLAGS = $(unit_cppflags)
%C%_test_params_man_LDADD = $(unit_ldadd)
%C%_test_params_reader_SOURCES = %D%/test-params-reader.c $(params_check)
%C%_test_params_reader_CPPFLAGS = $(unit_cppflags)
%C%_test_params_reader_LDADD = $(unit_ldadd)
%C%_test_params_table_SOURCES = %D%/test-params-table.c $(params_check)
%C%_test_params_table_CPPFLAGS = $(unit_cppflags)
%C%_test_params_table_LDADD = $(unit_ldadd)
%C%_test_params_writer_SOURCES = %D%/test-params-writer.c $(params_check)
%C%_test_params_writer_CPPFLAGS = $(unit_cppflags)
%C%_test_params_writer_LDADD = $(unit_ldadd)

dist_check_SCRIPTS += %D%/man-params.sh
TESTS += %D%/man-params.sh
