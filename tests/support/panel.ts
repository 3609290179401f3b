import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { queryClient } from '../../src/browser/api/query.ts';
import { $dialogs, type Dialog } from '../../src/browser/stores/dialogs.ts';
import { $snackbars } from '../../src/browser/stores/snackbars.ts';
import type { AnyCall, Input, Output } from '../../src/lib/contract/call.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { withProvider } from './island.ts';

// What nearly every test of a page of the panel needs.
export { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
export { default as userEvent } from '@testing-library/user-event';
export { demo } from '../../src/lib/contract/fields.ts';
export { breakCalls, withProvider } from './island.ts';
export { $dialogs, $snackbars };

/** Texts by their keys: wording may change, but the message must be shown. */
export const t = translator('en');

type Options = NonNullable<Parameters<typeof withProvider>[0]>;
type Name = string | RegExp;
export type User = ReturnType<typeof userEvent.setup>;

/** A customer in the panel, and what they do: the demo customer, or the one that `signedIn` names. */
export async function inPanel(options: Options = {}) {
  const running = await withProvider(options);
  const user = userEvent.setup();
  let token: Promise<string> | undefined;
  return {
    ...running,
    running,
    user,
    /** Sends a call as the same customer from another device, and expects it to succeed. */
    async request<C extends AnyCall>(call: C, input: Input<C>): Promise<Output<C>> {
      token ??= running.signIn(typeof options.signedIn === 'string' ? options.signedIn : undefined);
      return running.ok(call, input, { token: await token });
    },
  };
}

/** `inPanel`, with a page open. */
export async function openPage(page: ReactNode, options?: Options) {
  const shown = await inPanel(options);
  render(page);
  return shown;
}

/** Opens a page as after a reload. */
export function reopen(page: ReactNode) {
  cleanup();
  queryClient.clear();
  return render(page);
}

/** Replaces the content of a field, key by key. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

/** Pastes into a field what would take long to type. */
export async function paste(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

const chosen = (role: 'menuitem' | 'option') => async (opener: Name, name: Name) => {
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  await userEvent.click(await screen.findByRole(role, { name }));
};
/** Opens a menu by its button, and runs an item of it. */
export const chooseItem = chosen('menuitem');
/** Opens a list by its button, and chooses an option of it. */
export const chooseOption = chosen('option');

/** The dialog that is open: a question, unless another kind is named. */
export function expectDialog<K extends Dialog['kind'] = 'confirm'>(kind?: K): Extract<Dialog, { kind: K }> {
  const dialog = $dialogs.get().at(-1);
  if (dialog?.kind !== (kind ?? 'confirm')) throw new Error(`the dialog is ${dialog?.kind ?? 'missing'}`);
  return dialog as Extract<Dialog, { kind: K }>; // checked above
}

/** Takes back the change that the newest snackbar reports. */
export async function undo(title: string, description?: string): Promise<void> {
  await waitFor(() =>
    expect($snackbars.get().at(-1)).toMatchObject({ title, ...(description && { description }), action: { label: t('common:undo') } }),
  );
  $snackbars.get().at(-1)?.action?.run();
}

/** Until the test ends, every media query matches, except that for reduced motion. */
export function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: !query.includes('reduce'), addEventListener() {}, removeEventListener() {} }));
}
