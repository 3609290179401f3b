import { atom } from 'nanostores';
import type { ReactNode } from 'react';
import { whenLoggedOut } from './session.ts';

interface Base {
  id: string;
  title: string;
  onClose?: () => void;
}
/**
 * Standard, confirm or delete. They stack by layer; the last one is on top. `run` closes the dialog when it
 * succeeds; when it throws, the dialog stays and shows the message, unless a snackbar has.
 */
export type Dialog =
  | (Base & { kind: 'standard'; size?: 'normal' | 'large'; body: () => ReactNode })
  | (Base & { kind: 'confirm'; description: string; action: string; cancel?: string; run: () => Promise<unknown> | unknown })
  | (Base & {
      kind: 'delete';
      description: string;
      /** What is lost, one line each. */
      losses: readonly string[];
      /** The text that must be typed; without it the button is enabled at once. */
      phrase?: string;
      /** A way to keep a copy first. */
      copy?: { label: string; link: string; run: () => void };
      action: string;
      cancel: string;
      run: () => Promise<unknown> | unknown;
    });

type Unnamed<T> = T extends Dialog ? Omit<T, 'id'> : never;

export const $dialogs = atom<readonly Dialog[]>([]);
let count = 0;

export function openDialog(dialog: Unnamed<Dialog>): string {
  const id = `dialog-${++count}`;
  $dialogs.set([...$dialogs.get(), { ...dialog, id } as Dialog]); // the id completes what Unnamed left out
  return id;
}

export function closeDialog(id: string): void {
  const dialog = $dialogs.get().find((item) => item.id === id);
  $dialogs.set($dialogs.get().filter((item) => item.id !== id));
  dialog?.onClose?.();
}

export const closeAllDialogs = (): void => $dialogs.set([]);
whenLoggedOut(closeAllDialogs);
