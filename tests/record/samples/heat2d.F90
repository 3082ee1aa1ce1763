! SPDX-License-Identifier: LGPL-2.1-or-later
!
! samples/heat2d.fdv with the recorder.
program heat2d
  use dvm_record
  implicit none
  integer, parameter :: nx = 128, ny = 128, steps = 20
  double precision :: u(nx, ny), unew(nx, ny), change, heat, add
  type(dvmr_array) :: a, b
  integer :: step, ix, iy
  if (dvmr_begin(file='heat2d.F90', line=__LINE__)) continue
  a = dvmr_distribute('u', 8, shape(u), 'block,block', line=__LINE__)
  b = dvmr_align('unew', 8, shape(unew), a, '[ix,iy] -> [ix,iy]', line=__LINE__)
  call dvmr_interval_begin(1, line=__LINE__)
  call dvmr_loop_begin(a, [1, 1], [ny, nx], rule='[iy,ix] -> [ix,iy]', line=__LINE__)
  do iy = 1, ny
    do ix = 1, nx
      u(ix, iy) = merge(100d0, 0d0, abs(ix - nx/2) < nx/8 .and. abs(iy - ny/2) < ny/8)
      unew(ix, iy) = u(ix, iy)
    end do
  end do
  call dvmr_loop_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_sequential_begin(line=__LINE__)
  do step = 1, steps
    call dvmr_interval_begin(step, line=__LINE__)
    change = 0
    heat = 0
    call dvmr_loop_exchange([a], .false., line=__LINE__)
    call dvmr_loop_reduce(8, 1, line=__LINE__)
    call dvmr_loop_reduce(8, 1, line=__LINE__)
    call dvmr_loop_begin(b, [2, 2], [nx - 1, ny - 1], line=__LINE__)
    do iy = 2, ny - 1
      do ix = 2, nx - 1
        add = 0.2d0*(u(ix - 1, iy) + u(ix + 1, iy) + u(ix, iy - 1) + u(ix, iy + 1) - 4*u(ix, iy))
        unew(ix, iy) = u(ix, iy) + add
        change = max(change, abs(add))
        heat = heat + unew(ix, iy)
      end do
    end do
    call dvmr_loop_end(line=__LINE__)
    call dvmr_loop_begin(a, [2, 2], [nx - 1, ny - 1], line=__LINE__)
    u(2:nx - 1, 2:ny - 1) = unew(2:nx - 1, 2:ny - 1)
    call dvmr_loop_end(line=__LINE__)
    call dvmr_interval_end(line=__LINE__)
  end do
  call dvmr_sequential_end(line=__LINE__)
  call dvmr_interval_begin(1000, line=__LINE__)
  call dvmr_io_begin(line=__LINE__)
  print *, 'steps', steps, ' last change', change, ' heat', heat
  call dvmr_io_end(line=__LINE__)
  call dvmr_interval_end(line=__LINE__)
  call dvmr_end(line=__LINE__)
end program
