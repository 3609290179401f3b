import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../browser/api/errors.ts';
import { $dialogs, openDialog } from '../../browser/stores/dialogs.ts';
import { clearSession } from '../../browser/stores/session.ts';
import { $snackbars, notify } from '../../browser/stores/snackbars.ts';
import { bundles } from '../../lib/i18n/bundles.ts';
import { installTexts } from '../../lib/i18n/react.tsx';
import { makeInstance } from '../../lib/i18n/translator.ts';
import { Messages, Overlays } from './Overlays.tsx';
// It loads on the first use, which takes seconds on a busy machine.
import './palette/Palette.tsx';

beforeEach(() => {
  installTexts(makeInstance('en', bundles.en));
  $dialogs.set([]);
  $snackbars.set([]);
  render(<Overlays locale="en" />);
  render(<Messages locale="en" />);
});
afterEach(cleanup);

const remove = (run: () => unknown = () => {}, more: object = {}) =>
  act(
    () =>
      void openDialog({
        kind: 'delete',
        title: 'Remove a.example?',
        description: 'This can’t be undone.',
        losses: ['2 DNS records stop answering.'],
        phrase: 'a.example',
        action: 'Remove domain',
        cancel: 'Keep domain',
        run,
        ...more,
      }),
  );
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the delete dialog', () => {
  it('focuses the field, and confirms only with the exact phrase', async () => {
    const user = userEvent.setup();
    remove();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Type.*a\.example.*to confirm/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.dir).toBe('ltr');
    expect(screen.getByText('2 DNS records stop answering.')).toBeTruthy();
    for (const wrong of ['A.example', 'a.exampl', 'a.example ']) {
      await user.clear(field);
      await user.type(field, wrong);
      expect(button('Remove domain').disabled).toBe(true);
      expect(screen.queryByText('Matches')).toBeNull();
    }
    await user.clear(field);
    await user.click(field);
    await user.paste('a.example');
    expect(button('Remove domain').disabled).toBe(false);
    expect(screen.getByText('Matches')).toBeTruthy();
  });

  it('runs once, by Enter, and closes', async () => {
    const user = userEvent.setup();
    let finish = () => {};
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    remove(run);
    await user.type(screen.getByRole('textbox'), 'a.example{Enter}{Enter}');
    expect(run).toHaveBeenCalledOnce();
    expect(button('Remove domain').getAttribute('aria-busy')).toBe('true');
    expect(button('Keep domain').disabled).toBe(true);
    // A running action isn't cancelled.
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await act(async () => finish());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the input and shows the error', async () => {
    const user = userEvent.setup();
    remove(() => Promise.reject(new ApiError('error:confirmMismatch', 422, 'The text doesn’t match a.example.')));
    await user.type(screen.getByRole('textbox'), 'a.example{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('The text doesn’t match a.example.');
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('a.example');
    expect(button('Remove domain').disabled).toBe(false);
  });

  it('does not repeat an error that a snackbar has shown', async () => {
    const user = userEvent.setup();
    const error = new ApiError('error:server', 500, 'Server error.');
    error.shown = true;
    remove(() => Promise.reject(error));
    await user.type(screen.getByRole('textbox'), 'a.example{Enter}');
    await waitFor(() => expect(button('Remove domain').getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('offers to keep a copy, and names the cancel button by its result', async () => {
    const user = userEvent.setup();
    const saveCopy = vi.fn();
    const run = vi.fn();
    remove(run, { copy: { label: 'Save a copy first:', link: 'Export zone file', run: saveCopy } });
    await user.click(button('Export zone file'));
    expect(saveCopy).toHaveBeenCalledOnce();
    await user.click(button('Keep domain'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(run).not.toHaveBeenCalled();
  });
});

describe('dialogs', () => {
  it('stack, make the page inert, and close one at a time', async () => {
    const user = userEvent.setup();
    const closed = vi.fn();
    await act(async () => void openDialog({ kind: 'standard', title: 'Below', body: () => <p>Body</p>, onClose: closed }));
    await act(
      async () =>
        void openDialog({ kind: 'confirm', title: 'Clear the cache?', description: 'All of it.', action: 'Clear cache', run: () => {} }),
    );
    expect(document.documentElement.style.overflow).toBe('hidden');
    expect(document.activeElement?.textContent).toBe('Clear cache');
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Clear the cache?')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Below' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(closed).toHaveBeenCalledOnce();
    expect(document.documentElement.style.overflow).toBe('');
  });

  it('all close on sign-out', () => {
    remove();
    act(() => void openDialog({ kind: 'standard', title: 'Another', body: () => null }));
    act(clearSession);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.documentElement.style.overflow).toBe('');
  });
});

describe('messages', () => {
  it('errors are alerts, the rest are statuses; running an action dismisses the message', async () => {
    const user = userEvent.setup();
    const undo = vi.fn();
    act(() => void notify({ type: 'success', title: 'Record deleted', action: { label: 'Undo', run: undo } }));
    act(() => void notify({ type: 'error', title: 'Error', description: 'Resource not found.' }));
    expect(screen.getByRole('alert').textContent).toContain('Resource not found.');
    expect(screen.getByText('Record deleted').closest('[role]')?.getAttribute('role')).toBe('status');
    await user.click(button('Undo'));
    expect(undo).toHaveBeenCalledOnce();
    expect(screen.queryByText('Record deleted')).toBeNull();
  });

  it('show while the network is offline', () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(/You’re offline/)).toBeTruthy();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(/You’re offline/)).toBeNull();
  });

  it('the load bar runs while the router loads, not while a guard asks', async () => {
    const bar = document.querySelector('.load-bar');
    const event = Object.assign(new Event('astro:before-preparation'), { loader: async () => {} });
    act(() => void document.dispatchEvent(event));
    expect(bar?.hasAttribute('data-on')).toBe(false);
    await act(() => event.loader());
    expect(bar?.hasAttribute('data-on')).toBe(true);
    act(() => void document.dispatchEvent(new Event('astro:page-load')));
    expect(bar?.hasAttribute('data-on')).toBe(false);
  });
});
