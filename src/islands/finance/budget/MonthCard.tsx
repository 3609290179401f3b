import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { monthEnd } from '../../../lib/rules/core/month.ts';
import { iso } from '../../../lib/time.ts';
import { Card } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';

/** This month's charges, compared with the saved budget. */
export function MonthCard({ month, spent, monthly }: { month: string; spent: number; monthly: number | null }) {
  const t = useT();
  const locale = currentLocale();
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  const left = monthly === null ? 0 : monthly - spent;
  return (
    <Card title={t('budget:month.title')} sub={formatMonth(month, locale)}>
      <div className="grid gap-2.5">
        <p className="text-figure text-text">
          <bdi>{money(spent)}</bdi>
        </p>
        {monthly === null ? (
          <p className="text-help text-text-3">{t('budget:month.none')}</p>
        ) : (
          <>
            <Meter value={spent / monthly} tone={spent >= monthly ? 'danger' : spent >= monthly * 0.8 ? 'warning' : undefined} />
            <p className="flex flex-wrap justify-between gap-x-3 text-help text-text-2">
              <span>{t('budget:month.of', { amount: money(monthly) })}</span>
              <span>{t(left >= 0 ? 'budget:month.left' : 'budget:month.over', { amount: money(Math.abs(left)) })}</span>
            </p>
          </>
        )}
        <p className="text-caption text-text-3">{t('budget:month.reset', { date: formatDate(iso(monthEnd(month)), locale) })}</p>
      </div>
    </Card>
  );
}
