import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type CustomPage, customPage as calls } from '../../../lib/contract/cdn/customPage.ts';
import { t } from '../../../lib/i18n/react.tsx';

/** The currently enabled page that would be replaced; null for every other refusal. */
export function conflictingPage(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'customPage:error.taken') return null;
  return (error.details.takenBy as { title: string } | undefined)?.title ?? ''; // as the provider answers it
}

/** Asks whether a page may replace the one that is enabled. */
export const confirmReplace = (title: string, other: string, run: () => Promise<unknown>): void =>
  void openDialog({
    kind: 'confirm',
    title: t('customPage:replace.title', { title }),
    description: t('customPage:replace.text', { other }),
    action: t('customPage:replace.action'),
    run,
  });

/** Enables or disables a page. When another page of the same kind is enabled, asks which one to use. */
export async function show(domainId: string, { id, title, version }: CustomPage, enabled: boolean): Promise<void> {
  const update = async (more: { version?: number; replace?: boolean }, notices: 'all' | 'form') => {
    await send(calls.update, { domainId, pageId: id, enabled, ...more }, { notices });
    stale(calls.update);
  };
  try {
    await update({ version }, 'form');
  } catch (error) {
    const other = conflictingPage(error);
    if (other !== null) return confirmReplace(title, other, () => update({ replace: true }, 'all'));
    if (!(error instanceof ApiError)) throw error;
    if (!error.shown) notify({ type: 'error', title: t('error:title'), description: error.message });
    // It was changed elsewhere; the refreshed list shows how.
    stale(calls.update);
  }
}

/** Asks for confirmation and deletes a page. */
export const confirmRemove = (domainId: string, { id, title, enabled }: CustomPage, onRemoved?: () => void): void =>
  void openDialog({
    kind: 'delete',
    title: t('customPage:remove.title', { title }),
    description: t('customPage:remove.text'),
    losses: [...(enabled ? [t('customPage:remove.shown')] : []), t('customPage:remove.forever')],
    action: t('customPage:remove.action'),
    cancel: t('customPage:remove.cancel'),
    async run() {
      await send(calls.delete, { domainId, pageId: id });
      stale(calls.delete);
      onRemoved?.();
    },
  });
