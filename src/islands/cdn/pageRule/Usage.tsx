import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';

type Counted = Pick<Output<typeof pageRule.list>, 'limit' | 'used'>;
export const isFull = ({ limit, used }: Counted): boolean => limit !== null && used >= limit;

/** How many of the plan's rules are used. */
export function Usage({ domain, limit, used }: Counted & { domain: Pick<Domain, 'plan'> }) {
  const t = useT();
  const number = (value: number) => formatNumber(value, currentLocale());
  const full = isFull({ limit, used });
  const count =
    limit === null
      ? t('pageRule:usage.contract', { used: number(used) })
      : t('pageRule:usage.count', { used: number(used), limit: number(limit) });
  return (
    <Card>
      <div className="flex items-baseline justify-between gap-3 text-ui">
        <span>{t('pageRule:usage.title', { plan: t(`common:plan.${domain.plan}`) })}</span>
        <b className="num flex-none font-semibold">{count}</b>
      </div>
      {limit !== null && (
        <div className="mt-2.5">
          <Meter value={used / limit} tone={full ? 'warning' : undefined} />
        </div>
      )}
      {full && <p className="mt-2.5 text-help text-text-2">{t('pageRule:usage.full')}</p>}
    </Card>
  );
}
