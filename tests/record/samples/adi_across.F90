! SPDX-License-Identifier: LGPL-2.1-or-later
!
! samples/adi_across.fdv with the recorder.
program adi_across
  use dvm_record
  implicit none
  integer, parameter :: n = 100, m = 84, steps = 8
  real :: u(n, m), c(n, m), d(n, m), s, total
  type(dvmr_array) :: a, b, f
  integer :: step, i, j
  if (dvmr_begin(file='adi_across.F90', line=__LINE__)) continue
  s = 0.4
  a = dvmr_distribute('u', 4, shape(u), 'block,block', line=__LINE__)
  b = dvmr_align('c', 4, shape(c), a, line=__LINE__)
  f = dvmr_align('d', 4, shape(d), a, line=__LINE__)
  call dvmr_loop_begin(a, [1, 1], [n, m], line=__LINE__)
  do j = 1, m
    do i = 1, n
      u(i, j) = sin(0.05*i)*sin(0.06*j)
      c(i, j) = 0
      d(i, j) = 0
    end do
  end do
  call dvmr_loop_end(line=__LINE__)
  call dvmr_sequential_begin(line=__LINE__)
  do step = 1, steps
    call dvmr_interval_begin(1, line=__LINE__)
    call dvmr_loop_exchange([a], .false., line=__LINE__)
    call dvmr_loop_begin(f, [1, 2], [n, m - 1], line=__LINE__)
    d(:, 2:m - 1) = u(:, 2:m - 1) + s*(u(:, 1:m - 2) - 2*u(:, 2:m - 1) + u(:, 3:m))
    call dvmr_loop_end(line=__LINE__)
    call dvmr_loop_across(b, [1, 0], [0, 0], line=__LINE__)
    call dvmr_loop_across(f, [1, 0], [0, 0], line=__LINE__)
    call dvmr_loop_begin(b, [2, 2], [m - 1, n - 1], rule='[j,i] -> [i,j]', line=__LINE__)
    do j = 2, m - 1
      do i = 2, n - 1
        c(i, j) = s/(1 + 2*s - s*c(i - 1, j))
        d(i, j) = (d(i, j) + s*d(i - 1, j))*c(i, j)/s
      end do
    end do
    call dvmr_loop_end(line=__LINE__)
    call dvmr_loop_across(a, [0, 0], [1, 0], line=__LINE__)
    call dvmr_loop_begin(a, [2, n - 1], [m - 1, 2], rule='[j,i] -> [i,j]', step=[1, -1], &
                         line=__LINE__)
    do j = 2, m - 1
      do i = n - 1, 2, -1
        u(i, j) = d(i, j) + c(i, j)*u(i + 1, j)
      end do
    end do
    call dvmr_loop_end(line=__LINE__)
    call dvmr_interval_end(line=__LINE__)
    call dvmr_interval_begin(2, line=__LINE__)
    call dvmr_loop_exchange([a], .false., line=__LINE__)
    call dvmr_loop_begin(f, [2, 1], [n - 1, m], line=__LINE__)
    d(2:n - 1, :) = u(2:n - 1, :) + s*(u(1:n - 2, :) - 2*u(2:n - 1, :) + u(3:n, :))
    call dvmr_loop_end(line=__LINE__)
    call dvmr_loop_across(b, [0, 1], [0, 0], line=__LINE__)
    call dvmr_loop_across(f, [0, 1], [0, 0], line=__LINE__)
    call dvmr_loop_begin(b, [2, 2], [n - 1, m - 1], line=__LINE__)
    do j = 2, m - 1
      do i = 2, n - 1
        c(i, j) = s/(1 + 2*s - s*c(i, j - 1))
        d(i, j) = (d(i, j) + s*d(i, j - 1))*c(i, j)/s
      end do
    end do
    call dvmr_loop_end(line=__LINE__)
    call dvmr_loop_across(a, [0, 0], [0, 1], line=__LINE__)
    call dvmr_loop_begin(a, [2, m - 1], [n - 1, 2], step=[1, -1], line=__LINE__)
    do j = m - 1, 2, -1
      do i = 2, n - 1
        u(i, j) = d(i, j) + c(i, j)*u(i, j + 1)
      end do
    end do
    call dvmr_loop_end(line=__LINE__)
    call dvmr_interval_end(line=__LINE__)
  end do
  call dvmr_sequential_end(line=__LINE__)
  call dvmr_loop_reduce(4, 1, line=__LINE__)
  call dvmr_loop_begin(a, [1, 1], [n, m], line=__LINE__)
  total = sum(u)
  call dvmr_loop_end(line=__LINE__)
  call dvmr_io_begin(line=__LINE__)
  print *, 'sum', total
  call dvmr_io_end(line=__LINE__)
  call dvmr_end(line=__LINE__)
end program
