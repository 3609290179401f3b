import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { describeChange } from '../../../lib/changes.ts';
import { type Proposal, proposal } from '../../../lib/contract/account/proposal.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChangeRows } from '../../ui/ChangeList.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

const kinds: Record<Proposal['state'], StatusKind> = { pending: 'waiting', approved: 'ok', rejected: 'off', expired: 'off' };

/** Decided ones that stay in the list. */
const DECIDED = 5;

/** Changes that API keys propose, with what they would change. */
export function Proposals({ proposals }: { proposals: readonly Proposal[] }) {
  const t = useT();
  const waiting = proposals.filter(({ state }) => state === 'pending');
  const decided = proposals.filter(({ state }) => state !== 'pending').slice(0, DECIDED);
  return (
    <Card flush line title={t('proposal:title')} className="mb-[18px]">
      <p className="px-5 pt-4 text-ui text-text-2">{t('proposal:lead')}</p>
      <ul className="divide-y divide-border" aria-label={t('proposal:title')}>
        {[...waiting, ...decided].map((one) => (
          <Item key={one.id} item={one} />
        ))}
      </ul>
    </Card>
  );
}

function Item({ item }: { item: Proposal }) {
  const { id, keyName, call, reason, changes, state, createdAt, expiresAt } = item;
  const t = useT();
  const locale = currentLocale();
  const approve = useWrite(proposal.approve);
  const reject = useWrite(proposal.reject);
  // The titles of the audit log say that it was done.
  const title = t(`proposal:call.${call}`);
  const items = changes.map((change) => ({
    ...describeChange(t, locale, change, undefined, true, true),
    ...{ title, by: null, from: null, time: null },
  }));
  const isBusy = approve.isPending || reject.isPending;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5">
        <b className="text-ui font-semibold text-text">
          <bdi>{keyName}</bdi>
        </b>
        <StatusBadge kind={kinds[state]}>{t(`proposal:state.${state}`)}</StatusBadge>
        <time className="ms-auto text-caption text-text-3" dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
          {formatAge(createdAt, locale)}
        </time>
      </div>
      <blockquote className="px-5 text-ui text-text-2" aria-label={t('proposal:reason')}>
        <bdi className="break-words whitespace-pre-line">{reason}</bdi>
      </blockquote>
      <ChangeRows label={t('proposal:changes')} items={items} />
      {state === 'pending' && (
        <div className="flex flex-wrap items-center gap-2 px-5">
          <Button
            kind="primary"
            size="sm"
            busy={approve.isPending}
            disabled={isBusy}
            onClick={() =>
              openDialog({
                kind: 'confirm',
                title: t('proposal:confirm.title'),
                description: t('proposal:confirm.text', { name: keyName }),
                action: t('proposal:approve'),
                run: () => approve.mutateAsync({ proposalId: id }),
              })
            }
          >
            {t('proposal:approve')}
          </Button>
          <Button changes size="sm" busy={reject.isPending} disabled={isBusy} onClick={() => reject.mutate({ proposalId: id })}>
            {t('proposal:reject')}
          </Button>
          <span className="text-caption text-text-3">{t('proposal:validUntil', { time: formatDateTime(expiresAt, locale) })}</span>
        </div>
      )}
    </li>
  );
}
