import { lazy } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type OperatorPayment, operatorPayment } from '../../../lib/contract/finance/operatorPayment.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { accountPaymentsInput } from '../../../lib/reads.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { Refunds } from './Refunds.tsx';

const RefundForm = lazy(async () => ({ default: (await import('./RefundForm.tsx')).RefundForm }));

const kinds: Record<OperatorPayment['status'], StatusKind> = { pending: 'waiting', paid: 'ok', failed: 'failed' };
/** The customer left it: nothing has failed. */
const ended: readonly OperatorPayment['failure'][] = ['cancelled', 'expired', 'replaced'];

/** The payments of an account, for operators, each with its refunds. Not shown for an account without payments. */
export function Payments({ accountId }: { accountId: string }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorPayment.list, accountPaymentsInput(accountId));
  const { edit, dialog } = useEditDialog<OperatorPayment>({
    addTitle: t('operatorPayment:form.title'),
    editTitle: t('operatorPayment:form.title'),
    form: (payment, callbacks) => payment && <RefundForm payment={payment} {...callbacks} />,
  });
  if (read.data?.payments.length === 0 || (!read.data && !read.error)) return null;
  const { payments = [], total = 0 } = read.data ?? {};
  const sub = { n: formatNumber(payments.length, locale), total: formatNumber(total, locale) };
  return (
    <>
      <Card flush line title={t('operatorPayment:title')} {...(total > payments.length && { sub: t('operatorPayment:newest', sub) })}>
        {read.data ? (
          <ul className="divide-y divide-border" aria-label={t('operatorPayment:title')}>
            {payments.map((payment) => (
              <Item key={payment.id} payment={payment} onRefund={() => edit(payment)} />
            ))}
          </ul>
        ) : (
          <LoadError
            flush
            title={t('operatorPayment:loadFailed')}
            message={read.error?.message ?? ''}
            retryLabel={t('common:retry')}
            busy={read.isFetching}
            onRetry={() => void read.refetch()}
          />
        )}
      </Card>
      {dialog}
    </>
  );
}

function Item({ payment, onRefund }: { payment: OperatorPayment; onRefund: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const { status, failure, amount, gateway, cardLast4, createdAt, refunds, refundable, canRefund } = payment;
  const reason = canRefund ? (refundable === 0 ? t('operatorPayment:unable.nothing') : undefined) : t('operatorPayment:unable.gateway');
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="text-ui font-semibold text-text">
              <bdi>{formatMoney(amount, locale)}</bdi>
            </b>
            <StatusBadge kind={ended.includes(failure) ? 'off' : kinds[status]}>
              {failure === null ? t(`operatorPayment:status.${status}`) : t(`operatorPayment:failure.${failure}`)}
            </StatusBadge>
          </p>
          <p className="text-caption text-text-3">
            {t(`payment:gateway.${gateway}`)}
            {cardLast4 !== null && ` (${t('operatorPayment:automatic', { card: `•••• ${cardLast4}` })})`}
            {' · '}
            <time dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
              {formatAge(createdAt, locale)}
            </time>
          </p>
        </div>
        {status === 'paid' && (
          <Button size="sm" disabled={reason !== undefined} reason={reason} onClick={onRefund}>
            {t('operatorPayment:refund')}
          </Button>
        )}
      </div>
      {refunds.length > 0 && <Refunds refunds={refunds} />}
    </li>
  );
}
