import type { CurrentPlan } from '../../../lib/contract/cdn/plan.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

interface UnpaidProps {
  current: CurrentPlan;
  unpaid: NonNullable<CurrentPlan['unpaid']>;
  onPay: () => void;
}

/** The next period could not be paid: until when that can be mended, or what it has led to. */
export function Unpaid({ current, unpaid, onPay }: UnpaidProps) {
  const t = useT();
  const plan = t(`common:plan.${current.code}`);
  return (
    <Banner
      tone={unpaid.disabledAt ? 'danger' : 'warning'}
      action={
        <Button size="sm" onClick={onPay}>
          {t('plan:card.pay')}
        </Button>
      }
    >
      {unpaid.disabledAt
        ? t('plan:unpaid.disabled', { plan })
        : t('plan:unpaid.due', { plan, date: formatDateTime(unpaid.disablesAt, currentLocale()) })}
    </Banner>
  );
}
