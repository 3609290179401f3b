import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { $snackbars, dismiss, lifetime, notify, pauseSnackbars, resumeSnackbars } from './snackbars.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { _id } of $snackbars.get()) dismiss(_id);
  vi.useRealTimers();
});
const showNotice = (title: string) => notify({ type: 'message', title });
const titles = () => $snackbars.get().map(({ title }) => title);

describe('the lifetime of a snackbar', () => {
  it.each([
    [0, 10_000],
    [1, 9000],
    [6, 4000],
    [7, 3350],
    [20, 4000],
  ])('at place %i it is %i ms', (place, ms) => expect(lifetime(place)).toBe(ms));

  it('the lowest one disappears first', () => {
    showNotice('first');
    showNotice('second');
    vi.advanceTimersByTime(9000);
    expect(titles()).toEqual(['first']);
    vi.advanceTimersByTime(1000);
    expect(titles()).toEqual([]);
  });

  it('is paused for all, including one added in the meantime', () => {
    showNotice('first');
    vi.advanceTimersByTime(9000);
    pauseSnackbars();
    showNotice('second');
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['first', 'second']);
    resumeSnackbars();
    vi.advanceTimersByTime(1000);
    expect(titles()).toEqual(['second']);
    vi.advanceTimersByTime(8000);
    expect(titles()).toEqual([]);
  });

  it('extends expiring ones by half a second', () => {
    showNotice('first');
    vi.advanceTimersByTime(9990);
    pauseSnackbars();
    resumeSnackbars();
    vi.advanceTimersByTime(490);
    expect(titles()).toEqual(['first']);
    vi.advanceTimersByTime(10);
    expect(titles()).toEqual([]);
  });

  it('isn’t paused after the last one was closed under the pointer', () => {
    const id = showNotice('first');
    pauseSnackbars();
    dismiss(id);
    showNotice('second');
    vi.advanceTimersByTime(10_000);
    expect(titles()).toEqual([]);
  });
});
