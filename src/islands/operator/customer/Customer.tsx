import { Ban, Eye, Users, Wallet } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { useStaffMay } from '../../../browser/access.ts';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type CustomerDetail, operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { CreditRequests } from './CreditRequests.tsx';
import { CustomerLists } from './CustomerLists.tsx';
import { CustomerSide } from './CustomerSide.tsx';

const ViewForm = lazy(async () => ({ default: (await import('./ViewForm.tsx')).ViewForm }));
const SuspendForm = lazy(async () => ({ default: (await import('./SuspendForm.tsx')).SuspendForm }));
const CreditForm = lazy(async () => ({ default: (await import('./CreditForm.tsx')).CreditForm }));

/** An account as seen by operators, with their actions. */
export default function Customer({ customerId, payments }: { customerId: string; payments?: ReactNode }) {
  const t = useT();
  const read = useRead(operatorCustomer.get, { customerId });
  const breadcrumb = [{ label: t('operatorCustomer:title'), href: href('operatorCustomers') }];
  if (read.data) return <CustomerView detail={read.data} breadcrumb={breadcrumb} payments={payments} />;
  return (
    <>
      <PageHeader title={t('shell:route.operatorCustomer')} breadcrumb={breadcrumb} breadcrumbLabel={t('operatorCustomer:title')} />
      {read.error?.status === 404 ? (
        <Card>
          <EmptyState
            icon={Users}
            title={t('operatorCustomer:unknownTitle')}
            description={t('operatorCustomer:unknownText')}
            action={<LinkButton href={href('operatorCustomers')}>{t('operatorCustomer:back')}</LinkButton>}
          />
        </Card>
      ) : read.error ? (
        <LoadError
          title={t('operatorCustomer:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={8} />
        </Card>
      )}
    </>
  );
}

interface CustomerViewProps {
  detail: CustomerDetail;
  breadcrumb: { label: string; href: string }[];
  /** Another feature’s card. */
  payments: ReactNode;
}

function CustomerView({ detail, breadcrumb, payments }: CustomerViewProps) {
  const t = useT();
  const locale = currentLocale();
  const { customer, requests, sessions } = detail;
  const { suspension } = customer;
  const may = useStaffMay();
  const end = useWrite(operatorCustomer.endSessions);
  const { add, dialog } = useEditDialog({
    addTitle: t('operatorCustomer:credit.title'),
    editTitle: t('operatorCustomer:credit.title'),
    form: (_none: { id: string } | null, callbacks) => (
      <CreditForm customerId={customer.id} email={customer.email} balance={customer.balance ?? 0} {...callbacks} />
    ),
  });
  const view = useEditDialog({
    addTitle: t('operatorView:open'),
    editTitle: t('operatorView:open'),
    form: (_none: { id: string } | null, callbacks) => <ViewForm detail={detail} {...callbacks} />,
  });
  const lift = useWrite(operatorCustomer.lift);
  const suspending = useEditDialog({
    addTitle: t('operatorCustomer:suspend.title'),
    editTitle: t('operatorCustomer:suspend.title'),
    form: (_none: { id: string } | null, callbacks) => <SuspendForm customerId={customer.id} {...callbacks} />,
  });
  return (
    <>
      <PageHeader
        title={<bdi dir="ltr">{customer.email}</bdi>}
        breadcrumb={breadcrumb}
        breadcrumbLabel={t('operatorCustomer:title')}
        badge={customer.isOperator && <Badge tone="brand">{t('operatorCustomer:operator')}</Badge>}
        description={<bdi>{customer.name || t('operatorCustomer:noName')}</bdi>}
        stacked
        actions={
          <>
            <Button
              changes="staff.access"
              icon={Eye}
              disabled={!customer.supportAccess}
              reason={customer.supportAccess ? undefined : t('operatorView:error.noConsent')}
              onClick={view.add}
            >
              {t('operatorView:open')}
            </Button>
            <Button
              changes="staff.access"
              disabled={sessions.length === 0}
              onClick={() =>
                openDialog({
                  kind: 'confirm',
                  title: t('operatorCustomer:end.title'),
                  description: t('operatorCustomer:end.text', { email: customer.email }),
                  action: t('operatorCustomer:end.action'),
                  run: () => end.mutateAsync({ customerId: customer.id }),
                })
              }
            >
              {t('operatorCustomer:end.action')}
            </Button>
            {!customer.isOperator && !suspension && (
              <Button changes="staff.suspensions" icon={Ban} onClick={suspending.add}>
                {t('operatorCustomer:suspend.action')}
              </Button>
            )}
            <Button changes="staff.money" kind="primary" icon={Wallet} onClick={add}>
              {t('operatorCustomer:credit.title')}
            </Button>
          </>
        }
      />
      <div className="grid gap-[18px]">
        {suspension && (
          <Banner
            tone="danger"
            action={
              <Button
                size="sm"
                changes="staff.suspensions"
                onClick={() =>
                  openDialog({
                    kind: 'confirm',
                    title: t('operatorCustomer:suspend.liftTitle'),
                    description: t('operatorCustomer:suspend.liftText'),
                    action: t('operatorCustomer:suspend.lift'),
                    run: () => lift.mutateAsync({ customerId: customer.id }),
                  })
                }
              >
                {t('operatorCustomer:suspend.lift')}
              </Button>
            }
          >
            {t('operatorCustomer:suspend.since', {
              date: formatDateTime(suspension.since, locale),
              reason: t(`operatorCustomer:suspendReason.${suspension.reason}`),
              text: suspension.text,
            })}
          </Banner>
        )}
        <StatStrip
          stats={[
            ...(customer.balance === null
              ? []
              : [{ key: 'balance', label: t('operatorCustomer:column.balance'), value: formatMoney(customer.balance, locale) }]),
            { key: 'domains', label: t('operatorCustomer:column.domains'), value: formatNumber(customer.domains, locale) },
            { key: 'servers', label: t('operatorCustomer:column.servers'), value: formatNumber(customer.servers, locale) },
            { key: 'sessions', label: t('operatorCustomer:sessions'), value: formatNumber(sessions.length, locale) },
          ]}
        />
        <div className="dashboard-columns">
          <div className="grid min-w-0 gap-[18px]">
            {requests.length > 0 && <CreditRequests requests={requests} />}
            {may('money') && payments}
            <CustomerLists detail={detail} />
          </div>
          <CustomerSide detail={detail} />
        </div>
      </div>
      {dialog}
      {view.dialog}
      {suspending.dialog}
    </>
  );
}
