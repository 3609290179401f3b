import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type InvoiceDetail as Detail, invoice } from '../../../lib/contract/finance/invoice.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { confirmCancel } from './cancel.ts';
import { InvoiceActions } from './InvoiceActions.tsx';
import { FactsCard, PartiesCard } from './InvoiceFacts.tsx';
import { InvoiceItems } from './InvoiceItems.tsx';
import { formatPurpose, invoiceTitle, paymentKinds } from './invoiceText.ts';

const PayDialog = lazy(() => import('./PayDialog.tsx'));

const listRoutes = { current: 'invoicesCurrent', closed: 'invoicesClosed', proforma: 'invoicesProforma' } as const;

/** An invoice: items and totals, seller and recipient, and its actions. */
export default function InvoiceDetail({ invoiceId }: { invoiceId: string }) {
  const t = useT();
  const read = useRead(invoice.get, { invoiceId });
  if (read.data) return <InvoiceView detail={read.data.invoice} />;
  if (read.error?.status === 404)
    return (
      <>
        <PageHeader title={t('shell:route.invoice')} />
        <Card>
          <EmptyState
            icon={ReceiptText}
            heading="h2"
            title={t('invoice:detail.unknownTitle')}
            description={t('invoice:detail.unknownText')}
            action={
              <LinkButton kind="primary" href={href('invoicesClosed')}>
                {t('invoice:detail.toList')}
              </LinkButton>
            }
          />
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={t('shell:route.invoice')} />
      {read.error ? (
        <LoadError
          title={t('invoice:loadOneFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={7} />
        </Card>
      )}
    </>
  );
}

function InvoiceView({ detail }: { detail: Detail }) {
  const t = useT();
  const locale = currentLocale();
  const [isPaying, setPaying] = useState<boolean | null>(null);
  const { state, kind, payment, dueAt, total, openPaymentId } = detail;
  const back = href(listRoutes[state]);
  const isOver = state === 'proforma' && dueAt !== null && Date.parse(dueAt) <= Date.now();
  const canPay = state === 'proforma' && !isOver;
  return (
    <>
      <PageHeader
        title={invoiceTitle(t, detail, locale)}
        badge={<StatusBadge kind={paymentKinds[payment]}>{t(`invoice:payment.${payment}`)}</StatusBadge>}
        description={formatPurpose(t, detail, locale)}
        breadcrumb={[{ label: t(`invoice:title.${state}`), href: back }]}
        breadcrumbLabel={t('invoice:detail.crumbs')}
        docs={{ href: guidePath('invoice', locale), label: t('common:help') }}
        stacked
        actions={
          <>
            <InvoiceActions
              detail={detail}
              onCancel={state === 'proforma' ? () => confirmCancel(detail, () => navigate.to(back)) : undefined}
            />
            {canPay && (
              <Button kind="primary" onClick={() => setPaying(true)}>
                {t('invoice:detail.pay', { amount: formatMoney(total, locale, { exact: true }) })}
              </Button>
            )}
          </>
        }
      />
      <div className="grid gap-[18px]">
        {state === 'current' && <Banner tone="neutral">{t('invoice:detail.openNote')}</Banner>}
        {openPaymentId && (
          <Banner tone="info" action={<a href={`${href('topUpReturn')}?payment=${openPaymentId}`}>{t('invoice:detail.checkPayment')}</a>}>
            {t('invoice:detail.openPayment')}
          </Banner>
        )}
        {isOver && dueAt && <Banner tone="warning">{t('invoice:detail.expired', { date: formatDate(dueAt, locale) })}</Banner>}
        {state === 'proforma' && kind === 'credit' && !isOver && <Banner tone="neutral">{t('invoice:detail.creditNote')}</Banner>}
        <div className="dashboard-columns">
          <InvoiceItems detail={detail} />
          <div className="grid content-start gap-[18px]">
            <FactsCard detail={detail} />
            <PartiesCard detail={detail} />
          </div>
        </div>
      </div>
      {isPaying !== null && (
        <Suspense>
          <PayDialog open={isPaying} detail={detail} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  );
}
