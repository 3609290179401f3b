import { CircleCheck, CircleX, Clock3, SearchX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { readAddress } from '../../../browser/address.ts';
import { staleGroups, useRead } from '../../../browser/api/query.ts';
import { payment as calls, type Payment } from '../../../lib/contract/finance/payment.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Poll interval of the gateway while the customer waits. */
const POLL_MS = 4_000;
/** Parameters of gateways that mean the customer cancelled. A hint only: the gateway's response counts. */
const hints = { payment: '', cancelled: '', Status: '' };

/** The return page of gateways: paid, failed, or pending. */
export default function PaymentResult() {
  const t = useT();
  const { payment: paymentId, cancelled: canceled, Status } = readAddress(location.search, hints);
  const isKnown = /^[\w-]{1,64}$/.test(paymentId);
  const first = useRead(calls.verify, { paymentId }, { enabled: isKnown });
  const isPending = first.data?.payment.status === 'pending';
  // The same query: polling updates the first result.
  useRead(calls.verify, { paymentId }, { enabled: isKnown && isPending, pollMs: POLL_MS });
  const status = first.data?.payment.status;
  useEffect(() => {
    if (status === 'paid') staleGroups(['wallet', 'walletDetail', 'transaction', 'voucher', 'invoice']);
  }, [status]);
  return (
    <>
      <PageHeader title={t('payment:result.title')} breadcrumb={[{ label: t('shell:route.wallet'), href: href('wallet') }]} />
      <Card>
        {!isKnown || first.error?.status === 404 ? (
          <EmptyState
            icon={SearchX}
            title={t('payment:result.unknown')}
            description={t('payment:result.unknownText')}
            action={<ToWallet />}
          />
        ) : first.data ? (
          <Result payment={first.data.payment} balance={first.data.balance} left={canceled === '1' || Status === 'NOK'} />
        ) : first.error ? (
          <LoadError
            flush
            title={t('payment:result.failedRead')}
            message={first.error.message}
            retryLabel={t('common:retry')}
            busy={first.isFetching}
            onRetry={() => void first.refetch()}
          />
        ) : (
          <Skeleton label={t('payment:result.checking')} rows={3} />
        )}
      </Card>
    </>
  );
}

function ToWallet() {
  const t = useT();
  return (
    <LinkButton kind="secondary" href={href('wallet')}>
      {t('payment:result.wallet')}
    </LinkButton>
  );
}

const failureTitles = {
  cancelled: 'payment:result.cancelled',
  declined: 'payment:result.declined',
  expired: 'payment:result.expired',
  mismatch: 'payment:result.failed',
  replaced: 'payment:result.replaced',
} as const;

function resultTitle({ status, failure, invoiceId }: Payment) {
  if (status === 'paid' && invoiceId) return 'payment:result.paidInvoice';
  return failure === null ? (`payment:result.${status}` as const) : failureTitles[failure];
}

function Result({ payment, balance, left }: { payment: Payment; balance: number; left: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const { status, failure, total, returnTo, id, invoiceId } = payment;
  const back = returnTo && (
    <LinkButton kind={status === 'paid' ? 'primary' : 'secondary'} href={returnTo}>
      {t('payment:result.return')}
    </LinkButton>
  );
  const toInvoice = invoiceId && (
    <LinkButton kind="primary" href={href('invoice', { invoice: invoiceId })}>
      {t('payment:result.invoice')}
    </LinkButton>
  );
  const again = toInvoice || (
    <LinkButton kind="primary" href={`${href('topUp')}?again=${id}`}>
      {t('payment:result.again')}
    </LinkButton>
  );
  const number = (
    <span className="block text-caption text-text-3">
      {t('payment:result.id')}: <bdi className="mono">{id}</bdi>
    </span>
  );
  const shown: Record<Payment['status'], { icon: typeof Clock3; text: ReactNode; action: ReactNode }> = {
    paid: {
      icon: CircleCheck,
      text: invoiceId
        ? t('payment:result.paidInvoiceText', { total: formatMoney(total, locale) })
        : t('payment:result.paidText', { total: formatMoney(total, locale), balance: formatMoney(balance, locale) }),
      action: (
        <>
          {back}
          {toInvoice}
          {payment.saveCard && !invoiceId && (
            <LinkButton kind={returnTo ? 'secondary' : 'primary'} href={href('autoTopUp')}>
              {t('payment:result.automatic')}
            </LinkButton>
          )}
          {!invoiceId && <ToWallet />}
        </>
      ),
    },
    pending: {
      icon: Clock3,
      text: t(left ? 'payment:result.left' : invoiceId ? 'payment:result.pendingInvoiceText' : 'payment:result.pendingText'),
      action: (
        <>
          {left && again}
          <ToWallet />
        </>
      ),
    },
    failed: {
      icon: CircleX,
      text: failure && t(`payment:result.failure.${failure}`),
      action: (
        <>
          {failure !== 'replaced' && again}
          <ToWallet />
        </>
      ),
    },
  };
  const { icon, text, action } = shown[status];
  return (
    <div role="status">
      <EmptyState
        icon={icon}
        title={t(resultTitle(payment))}
        description={
          <>
            {text}
            {status !== 'paid' && number}
          </>
        }
        action={<div className="flex flex-wrap justify-center gap-2">{action}</div>}
      />
    </div>
  );
}
