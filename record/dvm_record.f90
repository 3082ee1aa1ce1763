! SPDX-License-Identifier: LGPL-2.1-or-later
!
! The recorder of dvm-record.h for Fortran: compile this file with your program. Axes, indices and
! processors count from 1; sizes are what shape() gives. `line` tells where a call stands, so that
! parallel loops and intervals are told apart: line=__LINE__ in a file that is preprocessed, else any
! number of its own. `file` holds for the calls after it as well.
module dvm_record
  use, intrinsic :: iso_c_binding
  implicit none
  private

  type, bind(c), public :: dvmr_array
    integer(c_int) :: id = 0
  end type
  type, bind(c), public :: dvmr_op
    integer(c_int) :: id = 0
  end type
  type(dvmr_array), parameter, public :: dvmr_none = dvmr_array(0)

  public :: dvmr_begin, dvmr_end, dvmr_grid, dvmr_distribute, dvmr_align, dvmr_shadow
  public :: dvmr_weights, dvmr_redistribute, dvmr_realign, dvmr_free
  public :: dvmr_interval_begin, dvmr_interval_end, dvmr_sequential_begin, dvmr_sequential_end
  public :: dvmr_loop_across, dvmr_loop_exchange, dvmr_loop_reduce, dvmr_loop_begin, dvmr_loop_end
  public :: dvmr_reduce, dvmr_reduce_start, dvmr_exchange, dvmr_exchange_start
  public :: dvmr_copy, dvmr_copy_start, dvmr_remote, dvmr_wait, dvmr_broadcast
  public :: dvmr_io_begin, dvmr_io_end, dvmr_task_begin, dvmr_task_end

  character(len=:), allocatable, save :: place

  interface
    function c_count_from(first) bind(c, name='dvmr_count_from') result(was)
      import
      integer(c_int), value :: first
      integer(c_int) :: was
    end function
    function c_begin(trace, file, line) bind(c, name='dvmr_begin_at') result(records)
      import
      character(kind=c_char), intent(in) :: trace(*), file(*)
      integer(c_int), value :: line
      logical(c_bool) :: records
    end function
    subroutine c_end(file, line) bind(c, name='dvmr_end_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_grid(rank, sizes, file, line) bind(c, name='dvmr_grid_at')
      import
      integer(c_int), value :: rank, line
      integer(c_int64_t), intent(in) :: sizes(*)
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    function c_distribute(name, element, rank, sizes, how, file, line) &
        bind(c, name='dvmr_distribute_at') result(a)
      import
      character(kind=c_char), intent(in) :: name(*), how(*), file(*)
      integer(c_size_t), value :: element
      integer(c_int), value :: rank, line
      integer(c_int64_t), intent(in) :: sizes(*)
      type(dvmr_array) :: a
    end function
    function c_align(name, element, rank, sizes, with, rule, file, line) &
        bind(c, name='dvmr_align_at') result(a)
      import
      character(kind=c_char), intent(in) :: name(*), rule(*), file(*)
      integer(c_size_t), value :: element
      integer(c_int), value :: rank, line
      integer(c_int64_t), intent(in) :: sizes(*)
      type(dvmr_array), value :: with
      type(dvmr_array) :: a
    end function
    subroutine c_shadow(a, axis, low, high, file, line) bind(c, name='dvmr_shadow_at')
      import
      type(dvmr_array), value :: a
      integer(c_int), value :: axis, low, high, line
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    subroutine c_weights(a, axis, n, loads, file, line) bind(c, name='dvmr_weights_at')
      import
      type(dvmr_array), value :: a
      integer(c_int), value :: axis, n, line
      real(c_double), intent(in) :: loads(*)
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    subroutine c_redistribute(a, how, file, line) bind(c, name='dvmr_redistribute_at')
      import
      type(dvmr_array), value :: a
      character(kind=c_char), intent(in) :: how(*), file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_realign(a, with, rule, file, line) bind(c, name='dvmr_realign_at')
      import
      type(dvmr_array), value :: a, with
      character(kind=c_char), intent(in) :: rule(*), file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_free(a, file, line) bind(c, name='dvmr_free_at')
      import
      type(dvmr_array), value :: a
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_interval_begin(expression, file, line) bind(c, name='dvmr_interval_begin_at')
      import
      integer(c_int64_t), value :: expression
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_interval_end(file, line) bind(c, name='dvmr_interval_end_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_sequential_begin(file, line) bind(c, name='dvmr_sequential_begin_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_sequential_end(file, line) bind(c, name='dvmr_sequential_end_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_loop_across(a, low, high, file, line) bind(c, name='dvmr_loop_across_at')
      import
      type(dvmr_array), value :: a
      integer(c_int), intent(in) :: low(*), high(*)
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_loop_exchange(n, arrays, corners, file, line) bind(c, name='dvmr_loop_exchange_at')
      import
      integer(c_int), value :: n, line
      type(dvmr_array), intent(in) :: arrays(*)
      logical(c_bool), value :: corners
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    subroutine c_loop_reduce(element, n, file, line) bind(c, name='dvmr_loop_reduce_at')
      import
      integer(c_size_t), value :: element
      integer(c_int64_t), value :: n
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_loop_begin(on, rule, rank, first, last, step, file, line) &
        bind(c, name='dvmr_loop_begin_at')
      import
      type(dvmr_array), value :: on
      character(kind=c_char), intent(in) :: rule(*), file(*)
      integer(c_int), value :: rank, line
      integer(c_int64_t), intent(in) :: first(*), last(*), step(*)
    end subroutine
    subroutine c_loop_end(file, line) bind(c, name='dvmr_loop_end_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_reduce(element, n, file, line) bind(c, name='dvmr_reduce_at')
      import
      integer(c_size_t), value :: element
      integer(c_int64_t), value :: n
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    function c_reduce_start(of, element, n, file, line) bind(c, name='dvmr_reduce_start_at') &
        result(op)
      import
      type(dvmr_array), value :: of
      integer(c_size_t), value :: element
      integer(c_int64_t), value :: n
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
      type(dvmr_op) :: op
    end function
    subroutine c_exchange(n, arrays, corners, file, line) bind(c, name='dvmr_exchange_at')
      import
      integer(c_int), value :: n, line
      type(dvmr_array), intent(in) :: arrays(*)
      logical(c_bool), value :: corners
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    function c_exchange_start(n, arrays, corners, file, line) &
        bind(c, name='dvmr_exchange_start_at') result(op)
      import
      integer(c_int), value :: n, line
      type(dvmr_array), intent(in) :: arrays(*)
      logical(c_bool), value :: corners
      character(kind=c_char), intent(in) :: file(*)
      type(dvmr_op) :: op
    end function
    subroutine c_copy(from, source, to, target_, file, line) bind(c, name='dvmr_copy_at')
      import
      type(dvmr_array), value :: from, to
      character(kind=c_char), intent(in) :: source(*), target_(*), file(*)
      integer(c_int), value :: line
    end subroutine
    function c_copy_start(from, source, to, target_, file, line) &
        bind(c, name='dvmr_copy_start_at') result(op)
      import
      type(dvmr_array), value :: from, to
      character(kind=c_char), intent(in) :: source(*), target_(*), file(*)
      integer(c_int), value :: line
      type(dvmr_op) :: op
    end function
    subroutine c_remote(of, section, loop_on, file, line) bind(c, name='dvmr_remote_at')
      import
      type(dvmr_array), value :: of, loop_on
      character(kind=c_char), intent(in) :: section(*), file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_wait(op, file, line) bind(c, name='dvmr_wait_at')
      import
      type(dvmr_op), value :: op
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_broadcast(bytes, file, line) bind(c, name='dvmr_broadcast_at')
      import
      integer(c_int64_t), value :: bytes
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_io_begin(file, line) bind(c, name='dvmr_io_begin_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_io_end(file, line) bind(c, name='dvmr_io_end_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
    subroutine c_task_begin(first, last, file, line) bind(c, name='dvmr_task_begin_at')
      import
      integer(c_int), value :: first, last, line
      character(kind=c_char), intent(in) :: file(*)
    end subroutine
    subroutine c_task_end(file, line) bind(c, name='dvmr_task_end_at')
      import
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
    end subroutine
  end interface

contains

  ! What C wants of a text; one that is missing is empty.
  function c_text(text) result(chars)
    character(*), intent(in), optional :: text
    character(kind=c_char, len=:), allocatable :: chars
    chars = c_null_char
    if (present(text)) chars = trim(text)//c_null_char
  end function

  function at_line(line) result(number)
    integer, intent(in), optional :: line
    integer(c_int) :: number
    number = 0
    if (present(line)) number = int(line, c_int)
  end function

  ! The file of this call, and of those after it that name none.
  function at_file(file) result(text)
    character(*), intent(in), optional :: file
    character(kind=c_char, len=:), allocatable :: text
    if (present(file)) place = file
    text = c_text(place)
  end function

  ! Indices count from 1 in the texts of the next call.
  subroutine from_one()
    integer(c_int) :: was
    was = c_count_from(1_c_int)
  end subroutine

  subroutine from_zero()
    integer(c_int) :: was
    was = c_count_from(0_c_int)
  end subroutine

  function dvmr_begin(trace, file, line) result(records)
    character(*), intent(in), optional :: trace, file
    integer, intent(in), optional :: line
    logical :: records
    records = c_begin(c_text(trace), at_file(file), at_line(line))
  end function

  subroutine dvmr_end(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_end(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_grid(sizes, line, file)
    integer, intent(in) :: sizes(:)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_grid(size(sizes, kind=c_int), int(sizes, c_int64_t), at_file(file), at_line(line))
  end subroutine

  function dvmr_distribute(name, element, sizes, how, line, file) result(a)
    character(*), intent(in) :: name, how
    integer, intent(in) :: element, sizes(:)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    type(dvmr_array) :: a
    call from_one()
    a = c_distribute(c_text(name), int(element, c_size_t), size(sizes, kind=c_int), &
                     int(sizes, c_int64_t), c_text(how), at_file(file), at_line(line))
    call from_zero()
  end function

  function dvmr_align(name, element, sizes, with, rule, line, file) result(a)
    character(*), intent(in) :: name
    integer, intent(in) :: element, sizes(:)
    type(dvmr_array), intent(in) :: with
    character(*), intent(in), optional :: rule
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    type(dvmr_array) :: a
    call from_one()
    a = c_align(c_text(name), int(element, c_size_t), size(sizes, kind=c_int), &
                int(sizes, c_int64_t), with, c_text(rule), at_file(file), at_line(line))
    call from_zero()
  end function

  subroutine dvmr_shadow(a, axis, low, high, line, file)
    type(dvmr_array), intent(in) :: a
    integer, intent(in) :: axis, low, high
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_shadow(a, int(axis, c_int), int(low, c_int), int(high, c_int), at_file(file), &
                  at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_weights(a, axis, loads, line, file)
    type(dvmr_array), intent(in) :: a
    integer, intent(in) :: axis
    double precision, intent(in) :: loads(:)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_weights(a, int(axis, c_int), size(loads, kind=c_int), real(loads, c_double), &
                   at_file(file), at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_redistribute(a, how, line, file)
    type(dvmr_array), intent(in) :: a
    character(*), intent(in) :: how
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_redistribute(a, c_text(how), at_file(file), at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_realign(a, with, rule, line, file)
    type(dvmr_array), intent(in) :: a, with
    character(*), intent(in) :: rule
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_realign(a, with, c_text(rule), at_file(file), at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_free(a, line, file)
    type(dvmr_array), intent(in) :: a
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_free(a, at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_interval_begin(expression, line, file)
    integer, intent(in) :: expression
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_interval_begin(int(expression, c_int64_t), at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_interval_end(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_interval_end(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_sequential_begin(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_sequential_begin(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_sequential_end(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_sequential_end(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_loop_across(a, low, high, line, file)
    type(dvmr_array), intent(in) :: a
    integer, intent(in) :: low(:), high(:)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_loop_across(a, int(low, c_int), int(high, c_int), at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_loop_exchange(arrays, corners, line, file)
    type(dvmr_array), intent(in) :: arrays(:)
    logical, intent(in) :: corners
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_loop_exchange(size(arrays, kind=c_int), arrays, logical(corners, c_bool), &
                         at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_loop_reduce(element, n, line, file)
    integer, intent(in) :: element, n
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_loop_reduce(int(element, c_size_t), int(n, c_int64_t), at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_loop_begin(on, first, last, rule, step, line, file)
    type(dvmr_array), intent(in) :: on
    integer, intent(in) :: first(:), last(:)
    character(*), intent(in), optional :: rule
    integer, intent(in), optional :: step(:)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    integer(c_int64_t) :: steps(size(first))
    steps = 1
    if (present(step)) steps = int(step, c_int64_t)
    call from_one()
    call c_loop_begin(on, c_text(rule), size(first, kind=c_int), int(first, c_int64_t) - 1, &
                      int(last, c_int64_t) - 1, steps, at_file(file), at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_loop_end(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_loop_end(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_reduce(element, n, line, file)
    integer, intent(in) :: element, n
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_reduce(int(element, c_size_t), int(n, c_int64_t), at_file(file), at_line(line))
  end subroutine

  function dvmr_reduce_start(of, element, n, line, file) result(op)
    type(dvmr_array), intent(in) :: of
    integer, intent(in) :: element, n
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    type(dvmr_op) :: op
    op = c_reduce_start(of, int(element, c_size_t), int(n, c_int64_t), at_file(file), at_line(line))
  end function

  subroutine dvmr_exchange(arrays, corners, line, file)
    type(dvmr_array), intent(in) :: arrays(:)
    logical, intent(in) :: corners
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_exchange(size(arrays, kind=c_int), arrays, logical(corners, c_bool), at_file(file), &
                    at_line(line))
  end subroutine

  function dvmr_exchange_start(arrays, corners, line, file) result(op)
    type(dvmr_array), intent(in) :: arrays(:)
    logical, intent(in) :: corners
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    type(dvmr_op) :: op
    op = c_exchange_start(size(arrays, kind=c_int), arrays, logical(corners, c_bool), &
                          at_file(file), at_line(line))
  end function

  subroutine dvmr_copy(from, source, to, target_, line, file)
    type(dvmr_array), intent(in) :: from, to
    character(*), intent(in) :: source, target_
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_copy(from, c_text(source), to, c_text(target_), at_file(file), at_line(line))
    call from_zero()
  end subroutine

  function dvmr_copy_start(from, source, to, target_, line, file) result(op)
    type(dvmr_array), intent(in) :: from, to
    character(*), intent(in) :: source, target_
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    type(dvmr_op) :: op
    call from_one()
    op = c_copy_start(from, c_text(source), to, c_text(target_), at_file(file), at_line(line))
    call from_zero()
  end function

  subroutine dvmr_remote(of, section, loop_on, line, file)
    type(dvmr_array), intent(in) :: of, loop_on
    character(*), intent(in) :: section
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_remote(of, c_text(section), loop_on, at_file(file), at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_wait(op, line, file)
    type(dvmr_op), intent(in) :: op
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_wait(op, at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_broadcast(bytes, line, file)
    integer, intent(in) :: bytes
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_broadcast(int(bytes, c_int64_t), at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_io_begin(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_io_begin(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_io_end(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_io_end(at_file(file), at_line(line))
  end subroutine

  subroutine dvmr_task_begin(first_processor, last_processor, line, file)
    integer, intent(in) :: first_processor, last_processor
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call from_one()
    call c_task_begin(int(first_processor, c_int), int(last_processor, c_int), at_file(file), &
                      at_line(line))
    call from_zero()
  end subroutine

  subroutine dvmr_task_end(line, file)
    integer, intent(in), optional :: line
    character(*), intent(in), optional :: file
    call c_task_end(at_file(file), at_line(line))
  end subroutine
end module
