import { useEffect, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { budget, type CapAction } from '../../../lib/contract/finance/budget.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';

/** Debounce of the simulation: each typed key is another cap. */
const SETTLE_MS = 400;

interface RehearsalProps {
  cap: number;
  domainId?: string;
  /** Undefined: not chosen yet. */
  action: CapAction | undefined;
  /** It is in effect as shown, so saving changes nothing about it. */
  isSaved: boolean;
}

/** What a cap would have done with last month's charges, and what it does at once where this month's have reached it. */
export function Rehearsal({ cap, domainId, action, isSaved }: RehearsalProps) {
  const t = useT();
  const locale = currentLocale();
  const [settled, setSettled] = useState(cap);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLE_MS, cap);
    return () => clearTimeout(timer);
  }, [cap]);
  const read = useRead(budget.rehearse, { cap: settled, ...(domainId && { domainId }) }, { enabled: settled > 0 });
  if (!read.data || settled <= 0) return null;
  const { rehearsal, current } = read.data;
  const params = rehearsal && { month: formatMonth(rehearsal.month, locale), total: formatMoney(rehearsal.total, locale) };
  const effect = isSaved ? null : action === undefined ? 'choose' : action === 'pause' && domainId ? 'pauseDomain' : action;
  return (
    <>
      {current.reached && (
        <Banner tone="warning" live>
          {t('budget:rehearse.reached', { spent: formatMoney(current.spent, locale, { exact: true }) })}
          {effect && ` ${t(`budget:rehearse.saving.${effect}`)}`}
        </Banner>
      )}
      {params && (
        <p role="status" className="text-help text-text-2">
          {rehearsal.actsAt === null
            ? t('budget:rehearse.never', params)
            : t('budget:rehearse.acts', { ...params, date: formatDate(rehearsal.actsAt, locale) })}
        </p>
      )}
    </>
  );
}
