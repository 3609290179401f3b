import { RotateCcw } from 'lucide-react';
import { send } from '../../../browser/api/client.ts';
import { stale, useRead } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { domain as calls, type RemovedDomain } from '../../../lib/contract/cdn/domain.ts';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { LoadError } from '../../ui/LoadError.tsx';

/** Removed domains that can be restored, below the list. Nothing is shown when there are none. */
export function RecentlyRemoved() {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(calls.trash, {});
  if (!data && error)
    return (
      <LoadError
        title={t('domain:trash.loadFailed')}
        message={error.message}
        retryLabel={t('common:retry')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data || data.domains.length === 0) return null;
  return (
    <Card title={t('domain:trash.title')} sub={<span className="max-sm:hidden">{t('domain:trash.lead')}</span>} line flush>
      <ul aria-label={t('domain:trash.title')} className="divide-y divide-border">
        {data.domains.map((one) => (
          <Removed key={one.id} removed={one} />
        ))}
      </ul>
    </Card>
  );
}

function Removed({ removed }: { removed: RemovedDomain }) {
  const t = useT();
  const locale = currentLocale();
  const { name, removedAt, deleteAt, records, state } = removed;
  return (
    <li className="flex items-center gap-3 px-[18px] py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-text [overflow-wrap:anywhere]">
          <DomainText>{name}</DomainText>
        </p>
        <p className="flex flex-wrap text-help text-text-2 [&>:not(:last-child)]:after:mx-1.5 [&>:not(:last-child)]:after:content-['·']">
          <time dateTime={removedAt} title={formatDateTime(removedAt, locale)}>
            {t('domain:trash.removed', { age: formatAge(removedAt, locale) })}
          </time>
          <span>{t('domain:trash.records', counted(records, locale))}</span>
          {state === 'restorable' ? (
            <time dateTime={deleteAt} title={formatDateTime(deleteAt, locale)}>
              {t('domain:trash.until', { date: formatDate(deleteAt, locale) })}
            </time>
          ) : (
            <span>{t(`domain:trash.${state}`)}</span>
          )}
        </p>
      </div>
      {state === 'restorable' && (
        <Button
          changes="orders"
          size="sm"
          icon={RotateCcw}
          aria-label={t('domain:trash.restoreOf', { name })}
          onClick={() => confirmRestore(t, removed)}
        >
          {t('domain:trash.restore')}
        </Button>
      )}
    </li>
  );
}

/** What comes back, on which plan, and what has to be set up again. */
function confirmRestore(t: Translate, { id, name, plan, paidUntil }: RemovedDomain): void {
  const named = { plan: t(`common:plan.${plan}`) };
  const money = paidUntil
    ? t('domain:trash.planPaid', { ...named, date: formatDate(paidUntil, currentLocale()) })
    : plan === 'free'
      ? t('domain:trash.planBasic')
      : t('domain:trash.planKept', named);
  openDialog({
    kind: 'confirm',
    title: t('domain:trash.ask', { name }),
    description: [t('domain:trash.text'), money, t('domain:trash.again')].join(' '),
    action: t('domain:trash.restore'),
    async run() {
      await send(calls.restore, { domainId: id });
      stale(calls.restore);
      navigate.to(href('overview', { domain: name }));
    },
  });
}
