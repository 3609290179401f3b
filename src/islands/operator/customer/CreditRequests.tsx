import { useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type CreditRequest, operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

const kinds: Record<CreditRequest['status'], StatusKind> = { waiting: 'waiting', approved: 'ok', rejected: 'off' };

/** Corrections of the wallet that need a second operator. */
export function CreditRequests({ requests }: { requests: readonly CreditRequest[] }) {
  const t = useT();
  return (
    <Card flush line title={t('operatorCustomer:requests.title')}>
      <ul className="divide-y divide-border">
        {requests.map((request) => (
          <Item key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}

function Item({ request: { id, amount, reason, requestedBy, createdAt, status, decidedBy, own } }: { request: CreditRequest }) {
  const t = useT();
  const locale = currentLocale();
  const decide = useWrite(operatorCustomer.decide);
  const sum = formatMoney(Math.abs(amount), locale);
  const title = t(amount > 0 ? 'operatorCustomer:requests.credit' : 'operatorCustomer:requests.debit', { amount: sum });
  return (
    <li className="grid gap-2 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="text-ui font-semibold text-text">{title}</b>
        <StatusBadge kind={kinds[status]}>{t(`operatorCustomer:requests.${status}`)}</StatusBadge>
        <time className="ms-auto text-caption text-text-3" dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
          {formatAge(createdAt, locale)}
        </time>
      </div>
      <p className="text-ui text-text-2">
        <bdi>{reason}</bdi>
      </p>
      <p className="text-caption text-text-3">
        {t('operatorCustomer:requests.by')} <bdi dir="ltr">{requestedBy}</bdi>
        {decidedBy !== null && (
          <>
            {' · '}
            {t('operatorCustomer:requests.decidedBy')} <bdi dir="ltr">{decidedBy}</bdi>
          </>
        )}
      </p>
      {status === 'waiting' && (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            kind="primary"
            disabled={own}
            reason={own ? t('operatorCustomer:error.own') : undefined}
            onClick={() =>
              openDialog({
                kind: 'confirm',
                title,
                description: reason,
                action: t('operatorCustomer:requests.approve'),
                run: () => decide.mutateAsync({ requestId: id, approve: true }),
              })
            }
          >
            {t('operatorCustomer:requests.approve')}
          </Button>
          <Button size="sm" busy={decide.isPending} onClick={() => decide.mutate({ requestId: id, approve: false })}>
            {t(own ? 'operatorCustomer:requests.withdraw' : 'operatorCustomer:requests.reject')}
          </Button>
        </div>
      )}
    </li>
  );
}
