import type { Output } from '../../../lib/contract/call.ts';
import type { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import type { Period } from '../../../lib/rules/cdn/plan/period.ts';
import { type PlanCode, planCodes } from '../../../lib/rules/core/plans.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { planObstacle } from './formatPlan.ts';

type Listed = Output<typeof calls.list>;

export interface ChoiceProps {
  offer: Listed['plans'][number];
  listed: Listed;
  period: Period;
  onChoose: (plan: PlanCode) => void;
}

/** The button of a plan, or why there is none. */
export function Choice({ offer: { code, name }, listed, period, onChoose }: ChoiceProps) {
  const t = useT();
  const locale = currentLocale();
  const { current } = listed;
  const obstacle = planObstacle(listed, code, period);
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
      <Button
        changes="orders"
        block
        kind={isNext ? 'primary' : 'secondary'}
        disabled={obstacle !== null}
        reason={reason}
        onClick={() => onChoose(code)}
      >
        {label}
      </Button>
      {obstacle === 'locked' && <p className="mt-2 text-caption text-text-3">{reason}</p>}
    </>
  );
}
