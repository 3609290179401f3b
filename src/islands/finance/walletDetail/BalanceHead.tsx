import type { Output } from '../../../lib/contract/call.ts';
import type { Usage, walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';

type Wallet = Output<typeof walletDetail.get>['wallet'];

/** The balance, how long it lasts, and this month's figures. */
export function BalanceHead({ wallet, usage }: { wallet: Wallet; usage: Usage | undefined }) {
  const t = useT();
  const locale = currentLocale();
  const { balance, dailyBurn, runwayDays, runsOutAt, basis } = wallet;
  const money = (mills: number) => formatMoney(mills, locale);
  const exact = (mills: number) => formatMoney(mills, locale, { exact: true });
  const lasts =
    balance < 0
      ? null
      : runwayDays === null || runsOutAt === null
        ? t(wallet.atRisk.length === 0 ? 'walletDetail:runwayNone' : 'walletDetail:runwayYear')
        : runwayDays === 0
          ? t('walletDetail:runwayNow')
          : t('walletDetail:runway', { ...counted(runwayDays, locale), date: formatDate(runsOutAt, locale) });
  const costs = basis.running + basis.charges;
  const stats = [
    { key: 'month', value: usage?.spent },
    { key: 'forecast', value: usage?.forecast },
    { key: 'daily', value: dailyBurn },
  ] as const;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-ui">{t('walletDetail:available')}</p>
          <p className="text-figure-lg text-text data-negative:text-danger" data-negative={balance < 0 || undefined}>
            <bdi>{money(balance)}</bdi>
          </p>
          {lasts && <p className="mt-1 text-ui">{lasts}</p>}
          {costs > 0 && (
            <p className="mt-1 max-w-[56ch] text-help text-text-3">
              {t('walletDetail:basis', {
                date: formatDate(basis.until, locale),
                running: exact(basis.running),
                charges: exact(basis.charges),
                total: exact(costs),
                daily: exact(dailyBurn),
              })}
              {basis.until === runsOutAt && costs > balance && ` ${t('walletDetail:basisShort', { amount: exact(costs - balance) })}`}
            </p>
          )}
        </div>
        <dl className="flex flex-wrap gap-x-7 gap-y-3">
          {stats.map(({ key, value }) => (
            <div key={key}>
              <dt className="text-caption text-text-3">{t(`walletDetail:stat.${key}`)}</dt>
              <dd className="num text-[17px] font-semibold text-text">{value === undefined ? '—' : <bdi>{exact(value)}</bdi>}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
