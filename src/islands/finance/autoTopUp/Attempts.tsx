import type { Output } from '../../../lib/contract/call.ts';
import type { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { isolate } from '../../../lib/format/isolate.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

type Attempt = Output<typeof autoTopUp.get>['attempts'][number];

const kinds: Record<Attempt['status'], StatusKind> = { paid: 'ok', pending: 'progress', failed: 'failed' };

/** What became of the last automatic top-ups. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Card title={t('autoTopUp:attempts.title')}>
      {attempts.length === 0 ? (
        <p className="text-ui">{t('autoTopUp:attempts.empty')}</p>
      ) : (
        <ul className="grid gap-3" aria-label={t('autoTopUp:attempts.title')}>
          {attempts.map(({ id, status, failure, amount, last4, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <div>
                <p className="text-body font-medium text-text">
                  <bdi>{formatMoney(amount, locale)}</bdi>
                </p>
                <p className="text-caption text-text-3">
                  <time dateTime={createdAt}>{formatDateTime(createdAt, locale)}</time>
                  {` · ${isolate(`•••• ${last4}`)}`}
                </p>
              </div>
              <StatusBadge kind={kinds[status]}>{t(`autoTopUp:attempts.${failure === 'declined' ? 'declined' : status}`)}</StatusBadge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
