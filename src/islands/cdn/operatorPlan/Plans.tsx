import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type OperatorPlan, operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { priceText } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogHeader } from '../../core/shared/CatalogHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { TrafficCard } from './TrafficCard.tsx';

const PlanEdit = lazy(async () => ({ default: (await import('./PlanEdit.tsx')).PlanEdit }));

type Plan = OperatorPlan & { id: string };

/** The CDN plans with their prices and limits, for operators. */
export default function Plans() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorPlan.list, {});
  const { edit, dialog } = useEditDialog<Plan>({
    addTitle: t('operatorPlan:editTitle'),
    editTitle: t('operatorPlan:editTitle'),
    form: (plan, callbacks) => plan && <PlanEdit plan={plan} {...callbacks} />,
  });
  const price = (mills: number | null) =>
    mills === null ? t('operatorPlan:fixed') : mills === 0 ? t('operatorPlan:free') : priceText(mills, locale);
  return (
    <>
      <CatalogHeader page="operatorCataloguePlans" lead={t('operatorPlan:lead')} />
      {read.data ? (
        <div className="grid gap-4">
          <Card flush>
            <Table label={t('operatorPlan:lead')} rows>
              <Head>
                <HeadCell>{t('operatorPlan:field.plan')}</HeadCell>
                <HeadCell num>{t('operatorPlan:field.monthly')}</HeadCell>
                <HeadCell num>{t('operatorPlan:field.annual')}</HeadCell>
                <HeadCell num>{t('operatorPlan:field.domains')}</HeadCell>
                <HeadCell hideText>{t('operatorPlan:edit')}</HeadCell>
              </Head>
              <tbody>
                {read.data.plans.map((plan) => (
                  <Row key={plan.code}>
                    <Cell m="title" className="font-semibold text-text">
                      {plan.name}
                      {plan.next && (
                        <span className="block text-caption font-normal text-text-3">
                          {t('operatorPlan:next', {
                            monthly: priceText(plan.next.monthly, locale),
                            annual: priceText(plan.next.annual, locale),
                            time: formatDateTime(plan.next.validFrom, locale),
                          })}
                        </span>
                      )}
                      {plan.hidden && <StatusText kind="off">{t('operatorPlan:state.hidden')}</StatusText>}
                    </Cell>
                    <Cell num m="sub">
                      <bdi>{price(plan.monthly)}</bdi>
                    </Cell>
                    <Cell num>
                      <bdi>{price(plan.annual)}</bdi>
                    </Cell>
                    <Cell num>{formatNumber(plan.domains, locale)}</Cell>
                    <Cell m="end" className="text-end">
                      {plan.editable && (
                        <IconButton
                          icon={Pencil}
                          size="sm"
                          label={t('operatorPlan:editOf', { plan: plan.name })}
                          onClick={() => edit({ ...plan, id: `${plan.code} ${plan.version}` })}
                        />
                      )}
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </Card>
          <LimitsCard plans={read.data.plans} />
          <TrafficCard traffic={read.data.traffic} />
        </div>
      ) : read.error ? (
        <LoadError
          title={t('operatorPlan:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={5} />
        </Card>
      )}
      {dialog}
    </>
  );
}
