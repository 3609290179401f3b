import { Check, TriangleAlert } from 'lucide-react';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { formatList } from '../../../lib/format/list.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { planPrice } from '../../../lib/rules/cdn/plan/change.ts';
import { comparePlans, planLimits } from '../../../lib/rules/cdn/plan/difference.ts';
import { type Period, periods } from '../../../lib/rules/cdn/plan/period.ts';
import { type PlanCode, planFeatures } from '../../../lib/rules/core/plans.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { usePhone } from '../../ui/useCompact.ts';
import { Choice, type ChoiceProps } from './Choice.tsx';
import { limitRow, limitValue } from './formatPlan.ts';
import { PhoneComparison } from './PhoneComparison.tsx';

type Listed = Output<typeof calls.list>;
type Offer = Listed['plans'][number];

interface OffersProps {
  domain: Domain;
  listed: Listed;
  period: Period;
  onPeriod: (period: Period) => void;
  onChoose: (plan: PlanCode) => void;
}

/** Every plan for a month or a year, and what would be lost with it. A phone compares two plans at a time. */
export function Offers({ domain, listed, period, onPeriod, onChoose }: OffersProps) {
  const t = useT();
  const tld = domain.name.slice(domain.name.lastIndexOf('.'));
  const { plans, unsupported } = listed;
  const phone = usePhone();
  return (
    <section aria-labelledby="plan-offers">
      <div className="mt-2 mb-3.5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="plan-offers" className="text-dialog font-semibold text-text">
          {t('plan:card.title')}
        </h2>
        <Segmented
          label={t('plan:period.label')}
          value={period}
          onChange={onPeriod}
          segments={periods.map((value) => ({ value, label: t(`plan:period.${value}`) }))}
        />
      </div>
      {unsupported.length > 0 && (
        <p className="mb-3.5 text-ui">
          {t('domain:add.unsupported', {
            tld,
            features: formatList(
              unsupported.map((code) => t(`plan:feature.${code}`)),
              currentLocale(),
            ),
          })}
        </p>
      )}
      {phone ? (
        <PhoneComparison listed={listed} period={period} onChoose={onChoose} />
      ) : (
        <ul className="grid gap-3.5 sm:grid-cols-2 xl:grid-cols-5">
          {plans.map((offer) => (
            <OfferCard key={offer.code} offer={offer} listed={listed} period={period} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OfferCard({ offer, listed, period, onChoose }: ChoiceProps) {
  const t = useT();
  const locale = currentLocale();
  const { current, plans } = listed;
  const price = planPrice(offer, period);
  const isCurrent = offer.code === current.code;
  const months = offer.price.monthly === null ? 0 : offer.price.monthly * 12;
  const saved = period === 'year' && price !== null ? months - price : 0;
  const active = plans.find(({ code }) => code === current.code) ?? offer;
  return (
    <li className={cx('card flex flex-col p-[18px]', isCurrent && 'shadow-[inset_0_0_0_2px_var(--brand)]')}>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h3 className="text-title font-semibold text-text">{offer.name}</h3>
        {isCurrent && (
          <Badge square tone="brand">
            {t('plan:card.current')}
          </Badge>
        )}
      </div>
      <p className="mt-2 flex min-h-9 flex-wrap items-baseline gap-x-1.5">
        {price === null ? (
          <span className="text-figure-sm text-text">{t('plan:card.onRequest')}</span>
        ) : price === 0 ? (
          <span className="text-figure text-text">{t('plan:card.free')}</span>
        ) : (
          <>
            <bdi className="text-figure text-text">{priceText(price, locale)}</bdi>
            <span className="text-caption text-text-3">{t(period === 'year' ? 'plan:perYear' : 'plan:perMonth')}</span>
          </>
        )}
      </p>
      {period === 'year' && (
        <p className="min-h-9 text-caption text-text-3">{saved > 0 && t('plan:card.saves', { amount: priceText(saved, locale) })}</p>
      )}
      <Rows offer={offer} active={active} lacks={listed.unsupported} />
      <div className="mt-auto pt-4">
        <Choice offer={offer} listed={listed} period={period} onChoose={onChoose} />
      </div>
    </li>
  );
}

/** Limits and features as they are; only what the domain would lose is marked, with what it has now. */
function Rows({ offer, active, lacks }: { offer: Offer; active: Offer; lacks: readonly string[] }) {
  const t = useT();
  const locale = currentLocale();
  const { losses } = comparePlans(active, offer, lacks);
  const limits = planLimits.flatMap((limit) => {
    const value = offer[limit];
    if (value === null) return [];
    const lost = losses.limits.some((one) => one.limit === limit);
    const now = lost ? t('plan:card.now', { value: limitValue(t, locale, limit, active[limit]) }) : undefined;
    return [{ key: limit as string, lost, text: limitRow(t, locale, limit, value), now }];
  });
  const agreed = { key: 'contract', lost: false, text: t('plan:limit.byContract'), now: undefined };
  const features = planFeatures
    .filter((code) => (offer.features.includes(code) || active.features.includes(code)) && !lacks.includes(code))
    .map((code) => {
      const feature = t(`plan:feature.${code}`);
      const lost = losses.features.includes(code);
      return { key: code as string, lost, text: lost ? t('plan:card.without', { feature }) : feature, now: undefined };
    });
  return (
    <ul className="mt-3 grid gap-2">
      {[...(limits.length > 0 ? limits : [agreed]), ...features].map(({ key, lost, text, now }) => {
        const Sign = lost ? TriangleAlert : Check;
        return (
          <li key={key} className="flex items-start gap-2 text-ui text-text-2">
            <Sign aria-hidden className={cx('mt-0.5 size-4 flex-none', lost ? 'text-warning' : 'text-text-3')} />
            <span>
              {lost && <span className="sr-only">{t('plan:dialog.losses')}: </span>}
              {text}
              {now && <span className="text-text-3"> {now}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
