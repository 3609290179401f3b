import { useRead } from '../../../browser/api/query.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { InlineCode } from '../../ui/InlineCode.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Details of a domain for support, scripts and accounting. */
export function DomainDetails({ domain: { id } }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const { data, error, isFetching, refetch } = useRead(calls.get, { domainId: id });
  const day = (iso: string) => (
    <time dateTime={iso} title={formatDateTime(iso, locale)}>
      {formatDate(iso, locale)}
    </time>
  );
  return (
    <Card title={t('overview:settings.details.title')}>
      {data ? (
        <KeyValueList
          items={[
            { key: 'added', label: t('overview:settings.details.added'), value: day(data.domain.dateAdded) },
            { key: 'plan', label: t('overview:settings.details.plan'), value: t(`common:plan.${data.domain.plan}`) },
            { key: 'since', label: t('overview:settings.details.planSince'), value: day(data.domain.planSince) },
            {
              key: 'terms',
              label: t('overview:settings.details.terms'),
              value: <DomainText>{data.domain.termsVersion}</DomainText>,
            },
            {
              key: 'id',
              label: t('overview:settings.details.id'),
              value: (
                <InlineCode
                  value={id}
                  copy={{
                    label: t('overview:settings.details.copyId'),
                    copiedLabel: t('common:copied'),
                    failedLabel: t('common:copyFailed'),
                  }}
                />
              ),
            },
          ]}
        />
      ) : error ? (
        <LoadError
          flush
          title={t('overview:settings.details.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={5} />
      )}
    </Card>
  );
}
