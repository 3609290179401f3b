// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import { useFormSubmit } from './useFormSubmit.ts';

afterEach(cleanup);

/** A form whose choice has no element that React Hook Form knows. */
function Choice() {
  const form = useForm<{ kind: string }>({
    defaultValues: { kind: '' },
    resolver: async () => ({ values: {}, errors: { kind: { type: 'choice', message: 'Choose one' } } }),
  });
  const { onSubmit } = useFormSubmit(form, async () => {});
  return (
    <form onSubmit={onSubmit}>
      <div data-invalid={form.formState.errors.kind ? 'true' : undefined}>
        <button type="button">A</button>
      </div>
      <input aria-label="Note" />
      <button type="submit">Save</button>
    </form>
  );
}

test('a submit with errors focuses the first wrong field, also one without an element in the form’s state', async () => {
  render(<Choice />);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'A' })));
});

test('a visitor who is in another field before the errors are rendered stays there', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const user = userEvent.setup();
  render(<Choice />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(frames.length).toBeGreaterThan(0));
  await user.click(screen.getByLabelText('Note'));
  for (const frame of frames) frame(0);
  expect(document.activeElement).toBe(screen.getByLabelText('Note'));
  vi.restoreAllMocks();
});
