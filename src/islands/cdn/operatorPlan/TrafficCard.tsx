import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import type { OperatorTrafficPrice } from '../../../lib/contract/cdn/operatorPlan.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const TrafficEdit = lazy(async () => ({ default: (await import('./TrafficEdit.tsx')).TrafficEdit }));

/** The price of traffic beyond what plans and accounts include, and its next change. */
export function TrafficCard({ traffic }: { traffic: OperatorTrafficPrice }) {
  const t = useT();
  const locale = currentLocale();
  const { edit, dialog } = useEditDialog<OperatorTrafficPrice & { id: string }>({
    addTitle: t('operatorPlan:traffic.edit'),
    editTitle: t('operatorPlan:traffic.edit'),
    form: (item, callbacks) => item && <TrafficEdit traffic={item} {...callbacks} />,
  });
  const { price, next, shared, version } = traffic;
  return (
    <Card
      title={t('operatorPlan:traffic.title')}
      actions={
        <IconButton
          icon={Pencil}
          size="sm"
          label={t('operatorPlan:traffic.edit')}
          onClick={() => edit({ ...traffic, id: `traffic ${version}` })}
        />
      }
    >
      <p className="font-semibold text-text">
        {t('operatorPlan:traffic.perGigabyte', { price: formatMoney(price, locale, { exact: true }) })}
      </p>
      {next && (
        <p className="mt-1 text-ui text-text-2">
          {t('operatorPlan:traffic.next', {
            price: formatMoney(next.price, locale, { exact: true }),
            month: formatMonth(next.month, locale),
          })}
        </p>
      )}
      <p className="mt-1 text-ui text-text-3">{t('operatorPlan:traffic.lead', { size: formatTraffic(shared, locale) })}</p>
      {dialog}
    </Card>
  );
}
