import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastStack } from './ToastStack.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('pauses the timer while a user is tabbing towards it, and no longer', () => {
  const [onPause, onResume] = [vi.fn(), vi.fn()];
  render(
    <ToastStack
      items={[{ id: 'a', kind: 'success', title: 'Deleted', action: { label: 'Undo', onClick: () => {} } }]}
      label="Messages"
      closeLabel="Close"
      onClose={() => {}}
      onPause={onPause}
      onResume={onResume}
    />,
  );
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(onPause).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(onPause).toHaveBeenCalledTimes(1);
  act(() => void vi.advanceTimersByTime(2000));
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => void vi.advanceTimersByTime(2900));
  expect(onResume).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(200));
  expect(onResume).toHaveBeenCalledTimes(1);

  // A user who has focused it has unlimited time.
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  act(() => void vi.advanceTimersByTime(10_000));
  expect(onResume).toHaveBeenCalledTimes(1);
});

it('doesn’t pause messages without an action', () => {
  const onPause = vi.fn();
  render(
    <ToastStack
      items={[{ id: 'a', kind: 'success', title: 'Saved' }]}
      label="Messages"
      closeLabel="Close"
      onClose={() => {}}
      onPause={onPause}
      onResume={() => {}}
    />,
  );
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(onPause).not.toHaveBeenCalled();
});
