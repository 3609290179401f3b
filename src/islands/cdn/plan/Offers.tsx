import { Check, Minus, Plus } from 'lucide-react';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatList } from '../../../lib/format/list.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import { priceOf } from '../../../lib/rules/cdn/plan/change.ts';
import { differenceOf, planLimits } from '../../../lib/rules/cdn/plan/difference.ts';
import { type Period, periods } from '../../../lib/rules/cdn/plan/period.ts';
import { type PlanCode, planCodes, planFeatures } from '../../../lib/rules/core/plans.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { limitRow, obstacleOf } from './formatPlan.ts';

type Listed = Output<typeof calls.list>;
type Offer = Listed['plans'][number];

interface OffersProps {
  domain: Domain;
  listed: Listed;
  period: Period;
  onPeriod: (period: Period) => void;
  onChoose: (plan: PlanCode) => void;
}

/** Every plan for a month or a year, with what it has more or less than the one that the domain has. */
export function Offers({ domain, listed, period, onPeriod, onChoose }: OffersProps) {
  const t = useT();
  const tld = domain.name.slice(domain.name.lastIndexOf('.'));
  const { plans, unsupported } = listed;
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
            tld: `\u2066${tld}\u2069`,
            features: formatList(
              unsupported.map((code) => t(`plan:feature.${code}`)),
              currentLocale(),
            ),
          })}
        </p>
      )}
      <ul className="grid gap-3.5 sm:grid-cols-2 xl:grid-cols-5">
        {plans.map((offer) => (
          <OfferCard key={offer.code} offer={offer} listed={listed} period={period} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

interface OfferProps extends Pick<OffersProps, 'listed' | 'period' | 'onChoose'> {
  offer: Offer;
}

function OfferCard({ offer, listed, period, onChoose }: OfferProps) {
  const t = useT();
  const locale = currentLocale();
  const { current, plans } = listed;
  const price = priceOf(offer, period);
  const isCurrent = offer.code === current.code;
  const months = offer.price.monthly === null ? 0 : offer.price.monthly * 12;
  const saved = period === 'year' && price !== null ? months - price : 0;
  const held = plans.find(({ code }) => code === current.code) ?? offer;
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
      <Rows offer={offer} held={held} lacks={listed.unsupported} />
      <div className="mt-auto pt-4">
        <Choice offer={offer} listed={listed} period={period} onChoose={onChoose} />
      </div>
    </li>
  );
}

const signs = { more: Plus, same: Check, less: Minus } as const;

/** Limits and features; those that the domain would gain or lose say so. */
function Rows({ offer, held, lacks }: { offer: Offer; held: Offer; lacks: readonly string[] }) {
  const t = useT();
  const locale = currentLocale();
  const { gains, losses } = differenceOf(held, offer, lacks);
  const way = (has: (share: typeof gains) => boolean): keyof typeof signs => (has(gains) ? 'more' : has(losses) ? 'less' : 'same');
  const limits = planLimits.flatMap((limit) => {
    const value = offer[limit];
    const kind = way((share) => share.limits.some((one) => one.limit === limit));
    return value === null ? [] : [{ key: limit as string, kind, text: limitRow(t, locale, limit, value) }];
  });
  const agreed = { key: 'contract', kind: way((share) => share.limits.length > 0), text: t('plan:limit.byContract') };
  const features = planFeatures
    .filter((code) => (offer.features.includes(code) || held.features.includes(code)) && !lacks.includes(code))
    .map((code) => ({
      key: code as string,
      kind: way((share) => share.features.includes(code)),
      text: t(`plan:feature.${code}`),
    }));
  return (
    <ul className="mt-3 grid gap-2">
      {[...(limits.length > 0 ? limits : [agreed]), ...features].map(({ key, kind, text }) => {
        const Sign = signs[kind];
        return (
          <li key={key} className={cx('flex items-start gap-2 text-ui', kind === 'less' ? 'text-text-3' : 'text-text-2')}>
            <Sign aria-hidden className={cx('mt-0.5 size-4 flex-none', kind === 'more' ? 'text-brand-text' : 'text-text-3')} />
            <span className={cx(kind === 'more' && 'font-medium text-text')}>
              {kind !== 'same' && <span className="sr-only">{t(kind === 'more' ? 'plan:dialog.gains' : 'plan:dialog.losses')}: </span>}
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The button of a plan, or why there is none. */
function Choice({ offer: { code, name }, listed, period, onChoose }: OfferProps) {
  const t = useT();
  const locale = currentLocale();
  const { current } = listed;
  const obstacle = obstacleOf(listed, code, period);
  if (obstacle === 'byContact' || obstacle === 'byContract')
    return (
      <LinkButton block href={siteHref('/contact', locale)}>
        {t('plan:card.contact')}
      </LinkButton>
    );
  const isCurrent = code === current.code;
  // One step up is the likely choice, and a page has one primary button.
  const isNext = planCodes.indexOf(code) === planCodes.indexOf(current.code) + 1;
  const label = !isCurrent
    ? t('plan:card.choose', { plan: name })
    : current.unpaid && obstacle === null && current.bought?.period === period
      ? t('plan:card.pay')
      : obstacle === 'same'
        ? t('plan:card.current')
        : t(period === 'year' ? 'plan:card.toYear' : 'plan:card.toMonth');
  const reason =
    obstacle === 'locked' && current.lockedUntil
      ? t('plan:reason.locked', { date: formatDateTime(current.lockedUntil, locale) })
      : obstacle
        ? t(`plan:error.${obstacle}`)
        : undefined;
  return (
    <>
      <Button block kind={isNext ? 'primary' : 'secondary'} disabled={obstacle !== null} reason={reason} onClick={() => onChoose(code)}>
        {label}
      </Button>
      {obstacle === 'locked' && <p className="mt-2 text-caption text-text-3">{reason}</p>}
    </>
  );
}
