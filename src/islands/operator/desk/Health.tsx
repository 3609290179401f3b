import type { ReactNode } from 'react';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { siteHref } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { type StatusKind, StatusText } from '../../ui/StatusBadge.tsx';
import type { Today } from './Desk.tsx';

/** Results of the provider’s own checks. */
export function Health({ today: { checks, compute, jobs, faults } }: { today: Today }) {
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
                <Result kind={kind} at={checkedAt}>
                  {t(`operatorDesk:result.${word}`)}
                </Result>
              ),
            };
          }),
          ...(compute
            ? [
                {
                  key: 'compute',
                  label: t('operatorDesk:compute.title'),
                  value: (
                    <Result kind={compute.isResponding ? 'ok' : 'failed'} at={compute.respondedAt}>
                      {t(`operatorDesk:compute.${compute.isResponding ? 'responding' : 'notResponding'}`)}
                    </Result>
                  ),
                },
              ]
            : []),
          { key: 'jobs', label: t('operatorDesk:failedJobs'), value: count(jobs.total) },
          { key: 'faults', label: t('operatorDesk:faults'), value: count(faults.total) },
        ]}
      />
    </Card>
  );
}

/** @param at of the last result */
function Result({ kind, at, children }: { kind: StatusKind; at: string | null; children: ReactNode }) {
  const locale = currentLocale();
  return (
    <span className="grid justify-items-end">
      <StatusText kind={kind}>{children}</StatusText>
      {at !== null && (
        <time className="text-caption text-text-3" dateTime={at} title={formatDateTime(at, locale)}>
          {formatAge(at, locale)}
        </time>
      )}
    </span>
  );
}
