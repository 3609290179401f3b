import { useState } from 'react';
import type { ServerPlan } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted, formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { type OrderDraft, orderSize, pricedParts } from '../../../lib/rules/cloud/order.ts';
import {
  millsFor,
  orderNeeds,
  orderRates,
  type PricePeriod,
  periodHours,
  pricePeriods,
  sumRates,
  toPrice,
  withAmounts,
} from '../../../lib/rules/cloud/price.ts';
import { includedTraffic } from '../../../lib/rules/cloud/rates.ts';
import { trafficUnit } from '../../../lib/rules/cloud/traffic.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useRates } from '../shared/useRates.ts';

interface SummaryProps {
  values: OrderDraft;
  plans: readonly ServerPlan[];
  /** Mills; null: not known yet. */
  balance: number | null;
  /** An error of the order as a whole. */
  message: string | null;
  busy: boolean;
}

/** The link to add credit when the balance is too small. */
const TOP_UP = '/finance/top-up';

/** The price of the order, always visible: computed here by the same rules that the provider charges by. */
export function Summary({ values, plans, balance, message, busy }: SummaryProps) {
  const t = useT();
  const locale = currentLocale();
  const [period, setPeriod] = useState<PricePeriod>('monthly');
  const rates = useRates();
  const lines = orderRates(pricedParts(values), rates);
  const rate = sumRates(lines);
  const price = toPrice(rate);
  const { due, needed } = orderNeeds(lines, values.period);
  const isFree = rate === 0;
  // To the mill, so that the items add up to the price.
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  const size = orderSize(values);
  const name = plans.find(({ id }) => id === values.plan)?.name ?? '';
  const details = {
    cpu: t('serverOrder:vcores', counted(size.cpu, locale)),
    ram: formatTraffic(size.ram, locale),
    disk: formatTraffic(size.disk.value, locale),
  };
  const isShort = balance !== null && balance < needed;
  return (
    <aside className="card grid gap-4 p-[18px] lg:sticky lg:top-[calc(var(--top)+20px)]" aria-label={t('serverOrder:summary')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-title">{t('serverOrder:summary')}</h2>
        <Segmented
          size="sm"
          label={t('serverOrder:price')}
          value={period}
          onChange={setPeriod}
          segments={pricePeriods.map((value) => ({ value, label: t(`serverOrder:${value}`) }))}
        />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2" aria-live="polite">
        <b className="font-semibold text-doc">{isFree ? t('serverOrder:free') : money(price[period])}</b>
        {!isFree && <span className="text-text-2">{t(`serverOrder:per.${period}`)}</span>}
      </p>
      <dl className="grid gap-2 border-border border-t pt-4 text-ui [&>div]:flex [&>div]:justify-between [&>div]:gap-4 [&_dt]:text-text-2 [&_dd]:font-medium">
        {withAmounts(lines, periodHours[period]).map(({ item, amount }) => (
          <div key={item}>
            <dt>
              {t(`serverOrder:item.${item}`, { name })}
              {item in details && `, ${details[item as keyof typeof details]}`} {/* just checked */}
              {values.quantity > 1 && ` ${t('serverOrder:times', { n: formatNumber(values.quantity, locale) })}`}
            </dt>
            <dd>{amount === 0 ? t('serverOrder:free') : money(amount)}</dd>
          </div>
        ))}
      </dl>
      <dl className="grid gap-2 border-border border-t pt-4 text-ui [&>div]:flex [&>div]:justify-between [&>div]:gap-4 [&_dt]:text-text-2 [&_dd]:font-medium">
        {balance !== null && (
          <div>
            <dt>{t('serverOrder:balance')}</dt>
            <dd>{formatMoney(balance, locale)}</dd>
          </div>
        )}
        {!isFree && (
          <div>
            <dt>{t('serverOrder:due')}</dt>
            <dd>{values.period === 'payg' ? t('serverOrder:dueLater') : money(due)}</dd>
          </div>
        )}
      </dl>
      <p className="text-caption text-text-3">
        {t('serverOrder:traffic', {
          size: formatTraffic(includedTraffic({ plan: values.isCustom ? null : values.plan, cpu: size.cpu }), locale),
          unit: formatTraffic(trafficUnit, locale),
          price: money(millsFor(rates.traffic, trafficUnit)),
        })}
      </p>
      {isShort ? (
        <>
          <Banner tone="warning" live>
            {t('serverOrder:short', { balance: formatMoney(balance, locale), needed: money(needed) })}
          </Banner>
          <LinkButton kind="primary" block href={TOP_UP}>
            {t('serverOrder:topUp')}
          </LinkButton>
        </>
      ) : (
        message && (
          <Banner tone="danger" live>
            {message}
          </Banner>
        )
      )}
      {!isShort && <SubmitButton quantity={values.quantity} busy={busy} block />}
    </aside>
  );
}

/** On narrow pages the summary is below the form: its total and the button stay in view. */
export function SummaryBar({ values, busy }: Pick<SummaryProps, 'values' | 'busy'>) {
  const t = useT();
  const { monthly } = toPrice(sumRates(orderRates(pricedParts(values), useRates())));
  return (
    <div className="sticky bottom-[calc(var(--tabs,0px)+8px)] z-[var(--z-sticky)] flex items-center justify-between gap-3 rounded-lg border border-border bg-surface p-3 shadow-lg lg:hidden">
      <span className="text-ui">
        <b className="font-semibold">{monthly === 0 ? t('serverOrder:free') : formatMoney(monthly, currentLocale(), { exact: true })}</b>{' '}
        {monthly > 0 && <span className="text-text-2">{t('serverOrder:per.monthly')}</span>}
      </span>
      <SubmitButton quantity={values.quantity} busy={busy} />
    </div>
  );
}

function SubmitButton({ quantity, busy, block }: { quantity: number; busy: boolean; block?: boolean }) {
  const t = useT();
  return (
    <Button kind="primary" type="submit" form="server-order" block={block} busy={busy} busyLabel={t('serverOrder:submitting')}>
      {t('serverOrder:submit', counted(quantity, currentLocale()))}
    </Button>
  );
}
