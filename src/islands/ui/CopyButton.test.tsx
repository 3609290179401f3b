import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CopyButton } from './CopyButton.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () => render(<CopyButton value="203.0.113.24" label="Copy" copiedLabel="Copied" failedLabel="Copy failed" />);
const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy' })));

test('copies, confirms it, and resets after 1.5 s', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  show();
  await press();
  expect(writeText).toHaveBeenCalledWith('203.0.113.24');
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => void vi.advanceTimersByTime(1500));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('shows a refusal of the browser', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
  show();
  await press();
  expect(screen.getByRole('status').textContent).toBe('Copy failed');
  expect(screen.getByRole('status').className).not.toContain('sr-only');
  cleanup();
  render(<CopyButton text value="203.0.113.24" label="Copy" copiedLabel="Copied" failedLabel="Copy failed" />);
  await press();
  expect(screen.getByRole('button', { name: 'Copy failed' })).toBeTruthy();
});
