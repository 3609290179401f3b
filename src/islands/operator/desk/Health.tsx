import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import type { Today } from './Desk.tsx';

/** Results of the provider’s own checks. */
export function Health({ today: { checks, jobs, faults } }: { today: Today }) {
  const t = useT();
  const locale = currentLocale();
  const count = (total: number) => (
    <StatusText kind={total > 0 ? 'failed' : 'ok'}>{total > 0 ? formatNumber(total, locale) : t('operatorDesk:none')}</StatusText>
  );
  return (
    <Card
      line
      title={t('operatorDesk:health')}
      footer={
        <a className="link text-ui" href={siteHref('/status', locale)}>
          {t('operatorDesk:statusPage')}
        </a>
      }
    >
      <KeyValueList
        items={[
          ...checks.map(({ name, ok, checkedAt }) => {
            const [kind, word]: [StatusKind, 'passed' | 'failed' | 'never'] =
              ok === null ? ['off', 'never'] : ok ? ['ok', 'passed'] : ['failed', 'failed'];
            return {
              key: name,
              // A check without a text on this page is shown by its name.
              label: name === 'ledger' ? t('operatorDesk:check.ledger') : name,
              value: (
                <span className="grid justify-items-end">
                  <StatusText kind={kind}>{t(`operatorDesk:result.${word}`)}</StatusText>
                  {checkedAt !== null && (
                    <time className="text-caption text-text-3" dateTime={checkedAt} title={formatDateTime(checkedAt, locale)}>
                      {formatAge(checkedAt, locale)}
                    </time>
                  )}
                </span>
              ),
            };
          }),
          { key: 'jobs', label: t('operatorDesk:failedJobs'), value: count(jobs.total) },
          { key: 'faults', label: t('operatorDesk:faults'), value: count(faults.total) },
        ]}
      />
    </Card>
  );
}
