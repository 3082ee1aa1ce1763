# DVM programs and the traces that the run-time system wrote for them on one processor;
# the picture in the top README.md.
EXTRA_DIST += \
	%D%/README.md \
	%D%/sweep-model.py \
	%D%/pool/README.md \
	%D%/pool/array.sacct \
	%D%/pool/chrome.json \
	%D%/pool/figure4.gist \
	%D%/pool/simple.csv \
	%D%/pool/tc2000-12-small.gist \
	%D%/pool/tc2000-8.gist.gz \
	%D%/report.png \
	%D%/adi_across.fdv \
	%D%/adi_redistribute.fdv \
	%D%/conjugate_gradient.fdv \
	%D%/conjugate_gradient_large.fdv \
	%D%/copy_line.cdv \
	%D%/gauss_big.fdv \
	%D%/gauss_elimination.fdv \
	%D%/gauss_elimination_large.fdv \
	%D%/genblock.fdv \
	%D%/genblock_given.fdv \
	%D%/heat2d.fdv \
	%D%/heat2d_big.fdv \
	%D%/heat2d_large.fdv \
	%D%/heat3d.fdv \
	%D%/io_files.cdv \
	%D%/io_heavy.fdv \
	%D%/jacobi_copy.cdv \
	%D%/matmul.cdv \
	%D%/multi_array_shadow.fdv \
	%D%/multigrid.fdv \
	%D%/nested_intervals.fdv \
	%D%/redblack_sor.fdv \
	%D%/redistribute_in_loop_fault.fdv \
	%D%/redistribute_in_loop_fixed.fdv \
	%D%/reduction_in_loop_fault.fdv \
	%D%/reduction_in_loop_fixed.fdv \
	%D%/remote_access.fdv \
	%D%/remote_element.fdv \
	%D%/replicated_array_fault.fdv \
	%D%/replicated_array_fixed.fdv \
	%D%/serial_section_fault.fdv \
	%D%/serial_section_fixed.fdv \
	%D%/shadow_no_overlap_fault.fdv \
	%D%/shadow_no_overlap_fixed.fdv \
	%D%/task_loop.cdv \
	%D%/task_regions.fdv \
	%D%/task_regions_2x2.cdv \
	%D%/transpose_realign.fdv \
	%D%/unbalanced_fault.fdv \
	%D%/unbalanced_fixed.fdv \
	%D%/wavefront_sor.fdv \
	%D%/adi_across.trc \
	%D%/adi_redistribute.trc \
	%D%/conjugate_gradient.trc \
	%D%/conjugate_gradient_large.trc \
	%D%/copy_line.trc \
	%D%/gauss_elimination.trc \
	%D%/gauss_elimination_large.trc.gz \
	%D%/genblock.trc \
	%D%/genblock_given.trc \
	%D%/heat2d.trc \
	%D%/heat2d_large.trc \
	%D%/heat3d.trc \
	%D%/io_files.trc \
	%D%/io_heavy.trc \
	%D%/jacobi_copy.trc \
	%D%/matmul.trc \
	%D%/multi_array_shadow.trc \
	%D%/multigrid.trc \
	%D%/nested_intervals.trc \
	%D%/odd_extra.trc \
	%D%/odd_level1.trc \
	%D%/odd_level2.trc \
	%D%/odd_plain.trc \
	%D%/odd_underline.trc \
	%D%/redblack_sor.trc \
	%D%/redistribute_in_loop_fault.trc \
	%D%/redistribute_in_loop_fixed.trc \
	%D%/reduction_in_loop_fault.trc \
	%D%/reduction_in_loop_fixed.trc \
	%D%/remote_access.trc \
	%D%/remote_element.trc \
	%D%/replicated_array_fault.trc \
	%D%/replicated_array_fixed.trc \
	%D%/serial_section_fault.trc \
	%D%/serial_section_fixed.trc \
	%D%/shadow_no_overlap_fault.trc \
	%D%/shadow_no_overlap_fixed.trc \
	%D%/task_loop.trc \
	%D%/task_regions.trc \
	%D%/task_regions_2x2.trc \
	%D%/transpose_realign.trc \
	%D%/unbalanced_fault.trc \
	%D%/unbalanced_fixed.trc \
	%D%/wavefront_sor.trc \
	$(NULL)

# For makefiles and batch systems of users.
dist_pkgdata_DATA += %D%/Makefile.sweep
dist_pkgdata_SCRIPTS += %D%/rotation.sh %D%/sweep.slurm
# Task graphs.
EXTRA_DIST += \
	%D%/graphs/LICENSE.workflows \
	%D%/graphs/README.md \
	%D%/graphs/gauss6-delays.stg \
	%D%/graphs/heft10.dot \
	%D%/graphs/kwok9.dot \
	%D%/graphs/peft10.dot \
	%D%/graphs/pi-cold.tg \
	%D%/graphs/pi.trace \
	%D%/graphs/srasearch-chameleon-10a-001.json.gz \
	$(NULL)
