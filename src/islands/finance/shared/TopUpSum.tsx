import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { short } from './money.ts';
import type { TopUp } from './useTopUp.ts';

/** The payment, the credit and the new balance, and the button. */
export function TopUpSum({ topUp, compact }: { topUp: TopUp; compact?: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const { amount, bonus, gift, balance, busy, message, pay } = topUp;
  const total = (amount ?? 0) + bonus + gift.worth;
  const money = (mills: number) => <bdi>{formatMoney(mills, locale)}</bdi>;
  const strong = (text: React.ReactNode) => <b className="font-semibold text-text">{text}</b>;
  const rows = [
    ...(compact ? [] : [{ key: 'amount', label: t('payment:sum.amount'), value: money(amount ?? 0) }]),
    ...(bonus > 0 ? [{ key: 'bonus', label: t('payment:sum.bonus'), value: money(bonus) }] : []),
    ...(gift.worth > 0 ? [{ key: 'gift', label: t('payment:sum.gift'), value: money(gift.worth) }] : []),
    { key: 'total', label: strong(t('payment:sum.total')), value: strong(money(total)) },
    ...(balance === undefined ? [] : [{ key: 'after', label: t('payment:sum.after'), value: money(balance + total) }]),
  ];
  return (
    <div className="grid gap-4">
      <div aria-live="polite">
        <KeyValueList items={rows} />
      </div>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <Button type="button" kind="primary" size="lg" block busy={busy} busyLabel={t('payment:opening')} onClick={pay}>
        {t('payment:pay', { amount: short(amount ?? 0, locale) })}
      </Button>
    </div>
  );
}
