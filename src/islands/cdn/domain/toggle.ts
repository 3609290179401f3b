import { CirclePause, CirclePlay } from 'lucide-react';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { toggleFault } from '../../../lib/rules/cdn/domain/toggle.ts';
import type { Bulk } from '../../ui/DataTable.tsx';
import type { MenuItem } from '../../ui/menuItem.ts';

type Named = Pick<Domain, 'id' | 'name' | 'status'>;

/** Text explaining why a domain can't be paused; undefined: it can. */
export function toggleReason({ status }: Pick<Domain, 'status'>): string | undefined {
  const fault = toggleFault(status);
  return fault === null ? undefined : t(fault);
}

async function toggle({ id }: Named, active: boolean): Promise<void> {
  await send(calls.toggle, { domainId: id, active });
  stale(calls.toggle);
}

/** Explains the effect of pausing, and pauses. */
export function confirmPause(domain: Named): void {
  const { name } = domain;
  openDialog({
    kind: 'confirm',
    title: t('domain:toggle.title', { name }),
    description: t('domain:toggle.text'),
    action: t('domain:toggle.action'),
    cancel: t('domain:toggle.cancel'),
    async run() {
      await toggle(domain, false);
      notify({
        type: 'success',
        title: t('domain:toggle.paused', { name }),
        action: { label: t('common:undo'), run: () => void resume(domain) },
      });
    },
  });
}

/** Resumes immediately, because nothing is lost. A failure is reported in a snackbar. */
export async function resume(domain: Named): Promise<void> {
  try {
    await toggle(domain, true);
  } catch {
    return;
  }
  notify({ type: 'success', title: t('domain:toggle.resumed', { name: domain.name }) });
}

/** One after the other; what is done is reported, with Undo, and a snackbar of the call reports the first failure. */
async function toggleAll(domains: readonly Named[], active: boolean, isUndo = false): Promise<void> {
  const done: Named[] = [];
  for (const one of domains)
    try {
      await send(calls.toggle, { domainId: one.id, active });
      done.push(one);
    } catch {
      // The others are still to be changed.
    }
  stale(calls.toggle);
  if (done.length === 0) return;
  notify({
    type: 'success',
    title: t(active ? 'domain:bulk.resumed' : 'domain:bulk.paused', counted(done.length, currentLocale())),
    ...(!isUndo && { action: { label: t('common:undo'), run: () => void toggleAll(done, !active, true) } }),
  });
}

/** Pause or resume the selected domains that are in the other state. */
export const bulkToggle: Bulk<Domain> = (selected, clear) => {
  const of = (status: Domain['status']) => selected.filter((one) => one.status === status);
  const [active, paused] = [of('active'), of('inactive')];
  return [
    {
      key: 'pause',
      label: t('domain:toggle.pause'),
      icon: CirclePause,
      reason: active.length === 0 ? t('domain:bulk.noneActive') : undefined,
      onClick: () =>
        openDialog({
          kind: 'confirm',
          title: t('domain:bulk.title', counted(active.length, currentLocale())),
          description: t('domain:toggle.text'),
          action: t('domain:toggle.pause'),
          cancel: t('domain:toggle.cancel'),
          async run() {
            await toggleAll(active, false);
            clear();
          },
        }),
    },
    {
      key: 'resume',
      label: t('domain:toggle.resume'),
      icon: CirclePlay,
      reason: paused.length === 0 ? t('domain:bulk.nonePaused') : undefined,
      onClick: () => void toggleAll(paused, true).then(clear),
    },
  ];
};

/** Pause or resume as a menu item. */
export function toggleItem(domain: Named): MenuItem {
  const isPaused = domain.status === 'inactive';
  return {
    key: 'toggle',
    label: t(isPaused ? 'domain:menu.resume' : 'domain:menu.pause'),
    icon: isPaused ? CirclePlay : CirclePause,
    reason: toggleReason(domain),
    changes: true,
    onSelect: () => (isPaused ? void resume(domain) : confirmPause(domain)),
  };
}
