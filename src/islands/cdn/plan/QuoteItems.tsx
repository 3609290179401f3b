import type { CurrentPlan, PlanQuote } from '../../../lib/contract/cdn/plan.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney, priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { lockEnd } from '../../../lib/rules/cdn/plan/change.ts';
import { iso } from '../../../lib/time.ts';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

interface QuoteItemsProps {
  quote: PlanQuote;
  plan: { name: string };
  current: CurrentPlan;
  voucher: string | undefined;
}

/** The sum line by line, the balance before and after it, and what is taken from then on. */
export function QuoteItems({ quote, plan, current, voucher }: QuoteItemsProps) {
  const t = useT();
  const locale = currentLocale();
  const { period, price, discount, credit, total, balance, after, at, startsAt, endsAt } = quote;
  const money = (mills: number) => <bdi>{formatMoney(mills, locale, { exact: true })}</bdi>;
  const name = { plan: plan.name };
  const rest = { plan: t(`common:plan.${current.code}`), date: current.bought ? formatDate(current.bought.endsAt, locale) : '' };
  return (
    <div>
      <KeyValueList
        items={[
          ...(price > 0 ? [{ key: 'price', label: t(`plan:dialog.${period}`, name), value: money(price) }] : []),
          ...(discount > 0
            ? [{ key: 'discount', label: t('plan:dialog.discount', { code: voucher ?? '' }), value: money(-discount) }]
            : []),
          ...(credit > 0 ? [{ key: 'credit', label: t('plan:dialog.credit', rest), value: money(-credit) }] : []),
          {
            key: 'total',
            label: <b className="font-semibold text-text">{t(total < 0 ? 'plan:dialog.back' : 'plan:dialog.total')}</b>,
            value: <b className="font-semibold">{money(Math.abs(total))}</b>,
          },
          { key: 'balance', label: t('plan:dialog.balance'), value: money(balance) },
          ...(quote.needed > 0 ? [] : [{ key: 'after', label: t('plan:dialog.after'), value: money(after) }]),
        ]}
      />
      {endsAt && (
        <p className="mt-2 text-caption text-text-3">
          {t(period === 'year' ? 'plan:dialog.renewsYear' : 'plan:dialog.renews', {
            amount: priceText(price, locale),
            date: formatDate(endsAt, locale),
          })}{' '}
          {startsAt === at && t('plan:dialog.lock', { date: formatDateTime(iso(lockEnd(Date.parse(at))), locale) })}
        </p>
      )}
    </div>
  );
}
