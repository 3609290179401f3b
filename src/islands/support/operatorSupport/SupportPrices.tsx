import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type OperatorSupportPlan, operatorSupport } from '../../../lib/contract/support/operatorSupport.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { priceText } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { CatalogHeader } from '../../core/shared/CatalogHeader.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { ConsultingCard } from './ConsultingCard.tsx';

const SupportPlanEdit = lazy(async () => ({ default: (await import('./SupportPlanEdit.tsx')).SupportPlanEdit }));

/** The prices of support plans and of consulting, for operators. */
export default function SupportPrices() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorSupport.list, {});
  const { edit, dialog } = useEditDialog<OperatorSupportPlan & { id: string }>({
    addTitle: t('operatorSupport:editPlan'),
    editTitle: t('operatorSupport:editPlan'),
    form: (plan, callbacks) => plan && <SupportPlanEdit of={plan} {...callbacks} />,
  });
  return (
    <>
      <CatalogHeader page="operatorCatalogueSupport" lead={t('operatorSupport:lead')} />
      {read.data ? (
        <div className="grid gap-4">
          <Card flush>
            <Table label={t('operatorSupport:plans')} rows>
              <Head>
                <HeadCell>{t('operatorSupport:field.plan')}</HeadCell>
                <HeadCell num>{t('operatorSupport:field.month')}</HeadCell>
                <HeadCell num>{t('operatorSupport:field.year')}</HeadCell>
                <HeadCell num>{t('operatorSupport:field.customers')}</HeadCell>
                <HeadCell hideText>{t('operatorSupport:edit')}</HeadCell>
              </Head>
              <tbody>
                {read.data.plans.map((plan) => (
                  <Row key={plan.plan}>
                    <Cell m="title" className="font-semibold text-text">
                      {plan.name}
                      {plan.next && (
                        <span className="block text-caption font-normal text-text-3">
                          {t('operatorSupport:next', {
                            month: priceText(plan.next.month, locale),
                            year: priceText(plan.next.year, locale),
                            time: formatDateTime(plan.next.validFrom, locale),
                          })}
                        </span>
                      )}
                    </Cell>
                    <Cell num m="sub">
                      <bdi>{priceText(plan.month, locale)}</bdi>
                    </Cell>
                    <Cell num>
                      <bdi>{priceText(plan.year, locale)}</bdi>
                    </Cell>
                    <Cell num>{formatNumber(plan.customers, locale)}</Cell>
                    <Cell m="end" className="text-end">
                      <IconButton
                        icon={Pencil}
                        size="sm"
                        label={t('operatorSupport:editOf', { name: plan.name })}
                        onClick={() => edit({ ...plan, id: `${plan.plan} ${plan.version}` })}
                      />
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          </Card>
          <ConsultingCard consulting={read.data.consulting} />
        </div>
      ) : read.error ? (
        <LoadError
          title={t('operatorSupport:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={4} />
        </Card>
      )}
      {dialog}
    </>
  );
}
