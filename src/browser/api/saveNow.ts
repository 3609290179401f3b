import type { Input, NamedCall, Output } from '../../lib/contract/call.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import { t } from '../../lib/i18n/react.tsx';
import { notify } from '../stores/snackbars.ts';
import { queryClient, useWrite } from './query.ts';

/**
 * Saves a setting as soon as it is changed, shows the success text of the call, and offers Undo. A snackbar shows a failure, and the
 * screen then shows the saved value.
 * @param apply writes the response where the screen reads it, so that the control doesn't flip back until the next read
 * @returns `pending`: the value being saved, to be shown as if it were saved already
 */
export function useSaveNow<C extends NamedCall>(call: C, apply: (answer: Output<C>) => void) {
  const write = useWrite(call, { success: 'none' });
  const send = async (change: Input<C>): Promise<boolean> => {
    try {
      apply(await write.mutateAsync(change));
      return true;
    } catch {
      return false;
    }
  };
  const announce = (undo?: Input<C>, title = t(call.success as TKey)) =>
    notify({ type: 'success', title, ...(undo && { action: { label: t('common:undo'), run: () => void revert(undo) } }) });
  const revert = async (undo: Input<C>) => {
    if (await send(undo)) announce();
  };
  return {
    /** `title` replaces the call's success text. Returns true when it is saved. */
    async save(change: Input<C>, undo?: Input<C>, title?: string): Promise<boolean> {
      const isSaved = await send(change);
      if (isSaved) announce(undo, title);
      return isSaved;
    },
    pending: write.isPending ? (write.variables as Input<C>) : null, // nothing else is sent with it
  };
}

/** Writes a newer response into the cache of a read; an older one that arrives late is ignored. */
export function cacheIfNewer<T extends { version: number }>(key: readonly unknown[], field: string, next: T): void {
  queryClient.setQueryData<Record<string, unknown>>(key, (stored) => {
    const now = stored?.[field] as T | undefined; // the read cached under this key has the field
    return stored && now && now.version < next.version ? { ...stored, [field]: next } : stored;
  });
}
