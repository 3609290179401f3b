import { Pencil } from 'lucide-react';
import { lazy } from 'react';
import type { OperatorConsulting } from '../../../lib/contract/support/operatorSupport.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { consultingLevels } from '../../../lib/rules/core/supportPrices.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';

const ConsultingPriceEdit = lazy(async () => ({ default: (await import('./ConsultingPriceEdit.tsx')).ConsultingPriceEdit }));

/** The prices of an hour of consulting, and their next change. */
export function ConsultingCard({ consulting }: { consulting: OperatorConsulting }) {
  const t = useT();
  const locale = currentLocale();
  const { edit, dialog } = useEditDialog<OperatorConsulting & { id: string }>({
    addTitle: t('operatorSupport:consulting.edit'),
    editTitle: t('operatorSupport:consulting.edit'),
    form: (item, callbacks) => item && <ConsultingPriceEdit of={item} {...callbacks} />,
  });
  const { next, version } = consulting;
  return (
    <Card
      title={t('operatorSupport:consulting.title')}
      actions={
        <IconButton
          icon={Pencil}
          size="sm"
          label={t('operatorSupport:consulting.edit')}
          onClick={() => edit({ ...consulting, id: `consulting ${version}` })}
        />
      }
    >
      <dl className="grid gap-1.5 text-ui">
        {consultingLevels.map((level) => (
          <div key={level} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-text-2">{t(`supportPlan:consulting.${level}`)}</dt>
            <dd className="font-semibold text-text">
              {t('operatorSupport:consulting.perHour', { price: priceText(consulting[level], locale) })}
            </dd>
          </div>
        ))}
      </dl>
      {next && (
        <p className="mt-1 text-ui text-text-2">
          {t('operatorSupport:consulting.nextHour', {
            standard: priceText(next.standard, locale),
            expert: priceText(next.expert, locale),
            time: formatDateTime(next.validFrom, locale),
          })}
        </p>
      )}
      <p className="mt-2 text-ui text-text-3">{t('operatorSupport:consulting.lead')}</p>
      {dialog}
    </Card>
  );
}
