import { useEffect, useState } from 'react';
import { useRead } from '../../../lib/api/query.ts';
import { budget } from '../../../lib/contract/finance/budget.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';

/** Debounce of the simulation: each typed key is another cap. */
const SETTLE_MS = 400;

/** What a cap would have done with last month's charges; renders nothing if there were none. */
export function Rehearsal({ cap, domainId }: { cap: number; domainId?: string }) {
  const t = useT();
  const locale = currentLocale();
  const [settled, setSettled] = useState(cap);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLE_MS, cap);
    return () => clearTimeout(timer);
  }, [cap]);
  const read = useRead(budget.rehearse, { cap: settled, ...(domainId && { domainId }) }, { enabled: settled > 0 });
  const rehearsal = read.data?.rehearsal;
  if (!rehearsal || settled <= 0) return null;
  const params = { month: formatMonth(rehearsal.month, locale), total: formatMoney(rehearsal.total, locale) };
  return (
    <p role="status" className="text-help text-text-2">
      {rehearsal.actsAt === null
        ? t('budget:rehearse.never', params)
        : t('budget:rehearse.acts', { ...params, date: formatDate(rehearsal.actsAt, locale) })}
    </p>
  );
}
