import type { CurrentPlan } from '../../../lib/contract/cdn/plan.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { priceText } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

/** The plan that the domain has: since when, until when it is paid, and what comes next. */
export function CurrentCard({ current: { code, since, bought, lockedUntil, unpaid } }: { current: CurrentPlan }) {
  const t = useT();
  const locale = currentLocale();
  const day = (iso: string) => (
    <time dateTime={iso} title={formatDateTime(iso, locale)}>
      {formatDate(iso, locale)}
    </time>
  );
  const moment = (iso: string) => <time dateTime={iso}>{formatDateTime(iso, locale)}</time>;
  const rows = [
    { key: 'since', label: t('plan:now.since'), value: day(since) },
    ...(bought
      ? [
          ...(unpaid ? [] : [{ key: 'renews', label: t('plan:now.renews'), value: day(bought.endsAt) }]),
          { key: 'next', label: t('plan:now.next'), value: priceText(bought.price, locale) },
          { key: 'paid', label: t('plan:now.paid'), value: priceText(bought.paid, locale) },
        ]
      : []),
    ...(lockedUntil ? [{ key: 'locked', label: t('plan:now.locked'), value: moment(lockedUntil) }] : []),
  ];
  return (
    <Card title={t('plan:now.title')}>
      <p className="flex flex-wrap items-center gap-2.5 text-figure text-text">
        {t(`common:plan.${code}`)}
        <Badge square>{bought ? t(`plan:period.${bought.period}`) : t(code === 'free' ? 'plan:now.free' : 'plan:now.contract')}</Badge>
      </p>
      <div className="mt-2">
        <KeyValueList items={rows} />
      </div>
      {!bought && <p className="mt-2 text-caption text-text-3">{t(code === 'free' ? 'plan:now.freeText' : 'plan:now.contractText')}</p>}
    </Card>
  );
}
