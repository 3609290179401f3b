import { Clock } from 'lucide-react';
import type { Output } from '../../../lib/contract/call.ts';
import type { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { priceText } from '../../../lib/format/money.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { SupportPeriod } from '../../../lib/rules/core/supportPrices.ts';
import { isLowerSupport } from '../../../lib/rules/support/plans.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';

export type Listed = Output<typeof supportPlan.list>;

interface PlanCardsProps {
  listed: Listed;
  period: SupportPeriod;
  onChoose: (plan: Listed['plans'][number]) => void;
}

/** The plans side by side, with the current one marked. */
export function PlanCards({ listed: { plans, current }, period, onChoose }: PlanCardsProps) {
  const t = useT();
  const locale = currentLocale();
  const end = current.endsAt === null ? null : Date.parse(current.endsAt);
  return (
    <ul className="grid gap-[18px] md:grid-cols-3">
      {plans.map((plan) => {
        const isCurrent = plan.id === current.plan;
        const price = plan.price?.[period] ?? null;
        const isLower = price !== null && isLowerSupport(plan.id, current.plan);
        const until = current.endsAt === null ? '' : formatDate(current.endsAt, locale);
        return (
          <li key={plan.id} className="grid">
            <Card
              title={t(`supportPlan:plan.${plan.id}`)}
              actions={isCurrent && <Badge tone="brand">{t('supportPlan:current')}</Badge>}
              className="flex flex-col"
            >
              <div className="grid h-full content-start gap-3">
                <p className="text-title font-semibold text-text">
                  {price === null
                    ? t('supportPlan:free')
                    : t(period === 'month' ? 'supportPlan:perMonth' : 'supportPlan:perYear', { price: priceText(price, locale) })}
                </p>
                <p className="text-ui text-text-2">{t(`supportPlan:text.${plan.id}`)}</p>
                <p className="flex gap-2 text-ui">
                  <Clock aria-hidden className="mt-0.5 size-4 flex-none text-text-3" />
                  {t('supportPlan:answer', counted(plan.replyHours, locale))}
                </p>
                {isCurrent && (
                  <p className="text-help text-text-3">
                    {end === null ? t('supportPlan:always') : t('supportPlan:until', { date: until })}
                  </p>
                )}
                {price !== null && (
                  <Button
                    block
                    disabled={isLower}
                    reason={isLower ? t('supportPlan:higher', { date: until }) : undefined}
                    onClick={() => onChoose(plan)}
                    aria-label={t(isCurrent ? 'supportPlan:dialog.extend' : 'supportPlan:dialog.title', {
                      plan: t(`supportPlan:plan.${plan.id}`),
                    })}
                  >
                    {t(isCurrent ? 'supportPlan:extend' : 'supportPlan:activate')}
                  </Button>
                )}
              </div>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
