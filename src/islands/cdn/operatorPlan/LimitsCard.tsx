import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import type { OperatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatTraffic, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const LimitsEdit = lazy(async () => ({ default: (await import('./LimitsEdit.tsx')).LimitsEdit }));

/** What each plan includes. */
export function LimitsCard({ plans }: { plans: readonly OperatorPlan[] }) {
  const t = useT();
  const locale = currentLocale();
  const { edit, dialog } = useEditDialog<OperatorPlan & { id: string }>({
    addTitle: t('operatorPlan:limits.editTitle'),
    editTitle: t('operatorPlan:limits.editTitle'),
    form: (plan, callbacks) => plan && <LimitsEdit plan={plan} {...callbacks} />,
  });
  return (
    <Card flush title={t('operatorPlan:limits.title')}>
      <Table label={t('operatorPlan:limits.title')} rows>
        <Head>
          <HeadCell>{t('operatorPlan:field.plan')}</HeadCell>
          <HeadCell num>{t('operatorPlan:field.traffic')}</HeadCell>
          <HeadCell num>{t('operatorPlan:field.requests')}</HeadCell>
          <HeadCell num>{t('operatorPlan:field.pageRules')}</HeadCell>
          <HeadCell num>{t('operatorPlan:field.minCacheTtl')}</HeadCell>
          <HeadCell hideText>{t('operatorPlan:limits.editTitle')}</HeadCell>
        </Head>
        <tbody>
          {plans.map(
            (plan) =>
              plan.limits && (
                <Row key={plan.code}>
                  <Cell m="title" className="font-semibold text-text">
                    {plan.name}
                  </Cell>
                  <Cell num m="sub">
                    {formatTraffic(plan.limits.traffic, locale)}
                  </Cell>
                  <Cell num>{formatNumber(plan.limits.requests, locale)}</Cell>
                  <Cell num>{formatNumber(plan.limits.pageRules, locale)}</Cell>
                  <Cell num>{formatTtl(plan.limits.minCacheTtl, locale)}</Cell>
                  <Cell m="end" className="text-end">
                    <IconButton
                      icon={Pencil}
                      size="sm"
                      label={t('operatorPlan:limits.edit', { plan: plan.name })}
                      onClick={() => edit({ ...plan, id: `${plan.code} limits ${plan.limitsVersion}` })}
                    />
                  </Cell>
                </Row>
              ),
          )}
        </tbody>
      </Table>
      <p className="border-t border-border px-[18px] py-3 text-ui text-text-3">{t('operatorPlan:limits.lead')}</p>
      {dialog}
    </Card>
  );
}
