import type { Input, NamedCall, Output } from '../contract/call.ts';
import type { TKey } from '../i18n/keys.ts';
import { t } from '../i18n/react.tsx';
import { notify } from '../stores/snackbars.ts';
import { queryClient, useWrite } from './query.ts';

/**
 * Saves a setting the moment that it is changed, says so in the words of the call, and offers to take it back. A failure is told by
 * the snackbar, and the screen then shows what holds.
 * @param keep puts the answer where the screen reads it, so that nothing jumps back until it is read anew
 * @returns `pending`: what is on its way, to be shown as if it held already
 */
export function useSaveNow<C extends NamedCall>(call: C, keep: (answer: Output<C>) => void) {
  const write = useWrite(call, { success: 'none' });
  const send = async (change: Input<C>): Promise<boolean> => {
    try {
      keep(await write.mutateAsync(change));
      return true;
    } catch {
      return false;
    }
  };
  const said = (undo?: Input<C>, title = t(call.success as TKey)) =>
    notify({ type: 'success', title, ...(undo && { action: { label: t('common:undo'), run: () => void takeBack(undo) } }) });
  const takeBack = async (undo: Input<C>) => {
    if (await send(undo)) said();
  };
  return {
    /** `title` says more than the call does. True when it is saved. */
    async save(change: Input<C>, undo?: Input<C>, title?: string): Promise<boolean> {
      const isSaved = await send(change);
      if (isSaved) said(undo, title);
      return isSaved;
    },
    pending: write.isPending ? (write.variables as Input<C>) : null, // nothing else is sent with it
  };
}

/** Lays a newer answer over what a read holds; an older one, that came late, does not count. */
export function keepNewer<T extends { version: number }>(key: readonly unknown[], field: string, next: T): void {
  queryClient.setQueryData<Record<string, unknown>>(key, (held) => {
    const now = held?.[field] as T | undefined; // the read that is kept under this key has it
    return held && now && now.version < next.version ? { ...held, [field]: next } : held;
  });
}
