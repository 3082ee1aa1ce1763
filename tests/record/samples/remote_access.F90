! SPDX-License-Identifier: LGPL-2.1-or-later
!
! samples/remote_access.fdv with the recorder.
program remote_access
  use dvm_record
  implicit none
  integer, parameter :: n = 64, stride = 4
  real :: a(n, n), b(n, n), c(n, n), diagonal(n), total
  type(dvmr_array) :: of_a, of_b, of_c, of_diagonal
  character(32) :: text
  integer :: i, j, k, it
  if (dvmr_begin(file='remote_access.F90', line=__LINE__)) continue
  of_a = dvmr_distribute('a', 4, shape(a), 'block,block', line=__LINE__)
  of_diagonal = dvmr_align('diagonal', 4, shape(diagonal), of_a, '[i] -> [i,1]', line=__LINE__)
  of_b = dvmr_align('b', 4, shape(b), of_a, line=__LINE__)
  of_c = dvmr_align('c', 4, shape(c), of_a, line=__LINE__)
  call dvmr_loop_begin(of_a, [1, 1], [n, n], line=__LINE__)
  do j = 1, n
    do i = 1, n
      a(i, j) = 1./(i + j)
      b(i, j) = i - j
      c(i, j) = 0
    end do
  end do
  call dvmr_loop_end(line=__LINE__)
  call dvmr_interval_begin(1, line=__LINE__)
  call dvmr_sequential_begin(line=__LINE__)
  do k = 1, n, stride
    write (text, '(a,i0)') ':,', k
    call dvmr_remote(of_a, text, of_c, line=__LINE__)
    write (text, '(i0,a)') k, ',:'
    call dvmr_remote(of_b, text, of_c, line=__LINE__)
    call dvmr_loop_begin(of_c, [1, 1], [n, n], line=__LINE__)
    do j = 1, n
      c(:, j) = c(:, j) + a(:, k)*b(k, j)
    end do
    call dvmr_loop_end(line=__LINE__)
  end do
  call dvmr_sequential_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_interval_begin(2, line=__LINE__)
  call dvmr_sequential_begin(line=__LINE__)
  do it = 1, 3
    call dvmr_remote(of_b, '2*i+1,j', of_c, line=__LINE__)
    call dvmr_loop_begin(of_c, [1, 1], [n/2 - 1, n], line=__LINE__)
    do i = 1, n/2 - 1
      c(i, :) = c(i, :) + b(2*i + 1, :)
    end do
    call dvmr_loop_end(line=__LINE__)
    ! the loop's axes are j and i, named in order
    call dvmr_remote(of_b, 'j+9,3*i-2', of_c, line=__LINE__)
    call dvmr_loop_begin(of_c, [1, 1], [n/3, n - 9], rule='[j,i] -> [i,j]', line=__LINE__)
    do j = 1, n/3
      do i = 1, n - 9
        c(i, j) = c(i, j) - b(i + 9, 3*j - 2)
      end do
    end do
    call dvmr_loop_end(line=__LINE__)
  end do
  call dvmr_sequential_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_interval_begin(3, line=__LINE__)
  call dvmr_sequential_begin(line=__LINE__)
  do k = 1, 6
    write (text, '(a,i0)') '3,', k + 2
    call dvmr_remote(of_a, text, of_c, line=__LINE__)
    call dvmr_loop_begin(of_c, [1, 1], [n, n], line=__LINE__)
    c = c*a(3, k + 2)
    call dvmr_loop_end(line=__LINE__)
    write (text, '(a,i0)') 'i,', k
    call dvmr_remote(of_c, text, of_diagonal, line=__LINE__)
    call dvmr_loop_begin(of_diagonal, [1], [n], line=__LINE__)
    diagonal = c(:, k)
    call dvmr_loop_end(line=__LINE__)
  end do
  call dvmr_sequential_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_interval_begin(4, line=__LINE__)
  call dvmr_remote(of_c, ':,:', of_diagonal, line=__LINE__)
  call dvmr_loop_begin(of_diagonal, [1], [n], line=__LINE__)
  do i = 1, n
    diagonal(i) = diagonal(i) + c(i, i)
  end do
  call dvmr_loop_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_interval_begin(5, line=__LINE__)
  call dvmr_sequential_begin(line=__LINE__)
  do it = 1, 4
    call dvmr_remote(of_a, '1,:', of_c, line=__LINE__)
    call dvmr_loop_begin(of_c, [1, 1], [n, n], line=__LINE__)
    do j = 1, n
      c(:, j) = c(:, j) + a(1, j)
    end do
    call dvmr_loop_end(line=__LINE__)
    call dvmr_remote(of_a, '64,:', of_c, line=__LINE__)
    call dvmr_loop_begin(of_c, [1, 1], [n, n], line=__LINE__)
    do j = 1, n
      c(:, j) = c(:, j) - a(n, j)
    end do
    call dvmr_loop_end(line=__LINE__)
  end do
  call dvmr_sequential_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_loop_reduce(4, 1, line=__LINE__)
  call dvmr_loop_begin(of_diagonal, [1], [n], line=__LINE__)
  total = sum(diagonal)
  call dvmr_loop_end(line=__LINE__)
  call dvmr_io_begin(line=__LINE__)
  print *, 'sum', total
  call dvmr_io_end(line=__LINE__)
  call dvmr_end(line=__LINE__)
end program
