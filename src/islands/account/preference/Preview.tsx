import { useState } from 'react';
import type { PreferenceForm } from '../../../lib/contract/account/preference.ts';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { inRegion } from '../../../lib/format/region.ts';
import { localeFacts } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { iso } from '../../../lib/time.ts';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

/** Dates and numbers with the selected options, before saving. */
export function Preview({ values }: { values: PreferenceForm }) {
  const t = useT();
  const [now] = useState(() => iso(Date.now()));
  const { language } = values;
  const examples = inRegion(values, () => ({
    date: formatDate(now, language),
    time: formatTime(now, language),
    moment: formatDateTime(now, language),
    number: formatNumber(1_284_906.5, language),
    amount: formatMoney(248_500, language),
  }));
  return (
    <aside aria-label={t('preference:preview.title')} className="grid gap-[18px]">
      <Card title={t('preference:preview.title')} line>
        <div aria-live="polite">
          <KeyValueList
            items={(['date', 'time', 'moment', 'number', 'amount'] as const).map((name) => ({
              key: name,
              label: t(`preference:preview.${name}`),
              value: (
                <bdi lang={language} dir={localeFacts[language].direction}>
                  {examples[name]}
                </bdi>
              ),
            }))}
          />
        </div>
        <p className="mt-3 text-help text-text-3">{t('preference:preview.note')}</p>
      </Card>
    </aside>
  );
}
