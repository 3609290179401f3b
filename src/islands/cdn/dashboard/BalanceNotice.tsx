import { useMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Warns that the balance is negative, or doesn't cover the automatic charges of the next 30 days. */
export function BalanceNotice({ locale }: { locale: Locale }) {
  const t = useT();
  const may = useMay();
  const balance = useRead(wallet.balance, {}).data?.balance;
  const charges = useRead(wallet.charges, {}).data?.total ?? 0;
  if (balance === undefined) return null;
  const add = may('finance', 'write') && (
    <a href={`${href('topUp')}?returnTo=${encodeURIComponent(href('dashboard'))}`}>{t('shell:dashboard.balance.add')}</a>
  );
  if (balance < 0)
    return (
      <Banner tone="danger" className="mb-[18px]" action={add}>
        {t('shell:dashboard.balance.negative')}
      </Banner>
    );
  if (balance >= charges) return null;
  const amounts = { balance: formatMoney(balance, locale), charges: formatMoney(charges, locale) };
  return (
    <Banner tone="warning" className="mb-[18px]" action={add}>
      {t('shell:dashboard.balance.low', amounts)}
    </Banner>
  );
}
