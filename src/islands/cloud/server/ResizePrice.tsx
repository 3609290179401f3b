import type { Output } from '../../../lib/contract/call.ts';
import type { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

type Options = Output<typeof serverAction.resizeOptions>;
type Option = Options['options'][number];

interface ResizePriceProps {
  current: Options['current'];
  option: Option;
  quote: NonNullable<Option['kept']>;
}

/** Old and new price of a server, and what a resize charges at once. */
export function ResizePrice({ current, option, quote }: ResizePriceProps) {
  const t = useT();
  const locale = currentLocale();
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  const change = (from: string, to: string) => (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <bdi className="text-text-3">{from}</bdi>
      <span aria-hidden className="text-text-3 rtl:-scale-x-100">
        →
      </span>
      <span className="sr-only">{t('server:settings.becomes')}</span>
      <bdi className="font-semibold text-text">{to}</bdi>
    </span>
  );
  const custom = t('server:fact.custom');
  const due =
    quote.due === 0
      ? t(current.prepaid ? 'server:settings.dueNothing' : 'server:settings.dueHourly', { sum: formatRate(quote.rate, locale) })
      : t(quote.due > 0 ? 'server:settings.dueNow' : 'server:settings.dueBack', { sum: money(Math.abs(quote.due)) });
  return (
    <section aria-label={t('server:settings.price')} aria-live="polite">
      <KeyValueList
        items={[
          { key: 'size', label: t('server:settings.size'), value: change(current.name ?? custom, option.named ? option.name : custom) },
          {
            key: 'hour',
            label: t('server:settings.perHour'),
            value: change(formatRate(current.rate, locale), formatRate(quote.rate, locale)),
          },
          { key: 'month', label: t('server:settings.perMonth'), value: change(money(current.monthly), money(quote.monthly)) },
          { key: 'due', label: t('server:settings.today'), value: due },
        ]}
      />
    </section>
  );
}
