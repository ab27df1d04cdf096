from threading import Barrier

import pytest

from mjlab.common.threads import share_rows


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("n", [0, 1, 7, 100])
def test_every_row_is_worked_on_once_and_no_chunk_is_longer_than_told(n, threads):
    rows, rooms = [], []

    def worker(room):
        def work(part):
            assert 0 < part.stop - part.start <= room <= 8
            rows.extend(range(part.start, part.stop))

        rooms.append(room)
        return work

    share_rows(n, threads, 8, worker)
    assert sorted(rows) == list(range(n))
    assert len(rooms) == min(threads, -(-n // 8))


def test_threads_work_side_by_side():
    barrier = Barrier(2, timeout=20)  # passed by two at once or not at all
    share_rows(2, 2, 1, lambda _: lambda _: barrier.wait())


@pytest.mark.parametrize("threads", [1, 3])
def test_what_goes_wrong_in_a_thread_is_told(threads):
    def work(part):
        if part.start == 0:
            raise ValueError("in a part")

    with pytest.raises(ValueError, match="in a part"):
        share_rows(30, threads, 8, lambda _: work)
