import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { removeDomain } from '../../../browser/stores/domain.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { exportZone } from '../shared/exportZone.ts';

interface Options {
  /** It was just added and has no traffic yet. */
  unfinished?: boolean;
  onRemoved?: () => void;
}

/** Removes a domain after confirmation: lists what is lost, offers a copy, and asks for the name. */
export function confirmRemove(domain: Domain, { unfinished = false, onRemoved }: Options = {}): void {
  const { name, records, plan, activatedAt } = domain;
  const losses = [
    ...(records > 0 ? [t('domain:remove.records', counted(records, currentLocale()))] : []),
    ...(unfinished ? [] : [t('domain:remove.visitors')]),
    ...(plan === 'free'
      ? []
      : [t(activatedAt === null ? 'domain:remove.refund' : 'domain:remove.plan', { plan: t(`common:plan.${plan}`) })]),
    t('domain:remove.forever'),
  ];
  openDialog({
    kind: 'delete',
    title: unfinished ? t('domain:remove.unfinishedTitle', { name }) : t('domain:remove.title', { name }),
    description: unfinished ? t('domain:remove.unfinishedText') : t('domain:remove.text'),
    losses,
    phrase: name,
    ...(records > 0 && { copy: { label: t('shell:dialog.keep'), link: t('domain:remove.export'), run: () => void exportZone(domain.id) } }),
    action: t('domain:remove.action'),
    cancel: t('domain:remove.cancel'),
    async run() {
      await send(calls.delete, { domainId: domain.id, confirm: name });
      removeDomain(domain.id);
      stale(calls.delete);
      onRemoved?.();
    },
  });
}
