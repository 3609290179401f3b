import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { operatorPayment, type Refund } from '../../../lib/contract/finance/operatorPayment.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

const kinds: Record<Refund['status'], StatusKind> = { waiting: 'waiting', pending: 'progress', done: 'ok', rejected: 'off' };

/** What was paid back of a payment, or is to be; a large refund waits here for a second operator. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className="grid gap-3 border-s-2 border-border ps-4">
      {refunds.map((refund) => (
        <Item key={refund.id} refund={refund} />
      ))}
    </ul>
  );
}

function Item({ refund: { id, amount, reason, status, requestedBy, decidedBy, own } }: { refund: Refund }) {
  const t = useT();
  const decide = useWrite(operatorPayment.decide);
  const title = t('operatorPayment:refundOf', { amount: formatMoney(amount, currentLocale()) });
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
        <span className="font-medium text-text">{title}</span>
        <StatusBadge kind={kinds[status]}>{t(`operatorPayment:refundStatus.${status}`)}</StatusBadge>
      </p>
      <p className="text-ui text-text-2">
        <bdi>{reason}</bdi>
      </p>
      <p className="text-caption text-text-3">
        {t('operatorPayment:by')} <bdi dir="ltr">{requestedBy}</bdi>
        {decidedBy !== null && (
          <>
            {' · '}
            {t('operatorPayment:decidedBy')} <bdi dir="ltr">{decidedBy}</bdi>
          </>
        )}
      </p>
      {status === 'waiting' && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button
            size="sm"
            kind="primary"
            disabled={own}
            reason={own ? t('operatorPayment:error.own') : undefined}
            onClick={() =>
              openDialog({
                kind: 'confirm',
                title,
                description: reason,
                action: t('operatorPayment:approve'),
                run: () => decide.mutateAsync({ refundId: id, approve: true }),
              })
            }
          >
            {t('operatorPayment:approve')}
          </Button>
          <Button size="sm" busy={decide.isPending} onClick={() => decide.mutate({ refundId: id, approve: false })}>
            {t(own ? 'operatorPayment:withdraw' : 'operatorPayment:reject')}
          </Button>
        </div>
      )}
    </li>
  );
}
