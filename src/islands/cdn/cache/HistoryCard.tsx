import { useRead } from '../../../lib/api/query.ts';
import { type CacheDeletion, cache as calls } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';

/** Purge requests and their status. */
export function HistoryCard({ domain: { id: domainId } }: { domain: Domain }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(calls.deleteHistory, { domainId });
  const items = data?.items ?? [];
  return (
    <Card title={t('cache:history.title')} sub={t('cache:history.sub')} line flush={items.length > 0}>
      {items.length > 0 ? (
        <Table label={t('cache:history.title')} rows widths={[undefined, '150px', '190px']}>
          <Head>
            <HeadCell>{t('cache:history.what')}</HeadCell>
            <HeadCell>{t('cache:history.when')}</HeadCell>
            <HeadCell>{t('cache:history.state')}</HeadCell>
          </Head>
          <tbody>
            {items.map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </tbody>
        </Table>
      ) : data ? (
        <p className="text-ui text-text-2">{t('cache:history.empty')}</p>
      ) : error ? (
        <LoadError
          flush
          title={t('cache:history.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} />
      )}
    </Card>
  );
}

function Line({ item: { scope, items, state, createdAt } }: { item: CacheDeletion }) {
  const t = useT();
  const locale = currentLocale();
  const [first, ...rest] = items;
  return (
    <Row>
      <Cell m="title" clip sub={t(`cache:clear.${scope}`)}>
        {first === undefined ? (
          t('cache:history.everything')
        ) : (
          <span title={items.slice(0, 20).join('\n')}>
            <bdi dir="ltr" className="mono">
              {first}
            </bdi>
            {rest.length > 0 && <span className="text-text-3"> {t('cache:history.more', counted(rest.length, locale))}</span>}
          </span>
        )}
      </Cell>
      <Cell m="sub">
        <time dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
          {formatAge(createdAt, locale)}
        </time>
      </Cell>
      <Cell m="end">
        <StatusBadge kind={state === 'done' ? 'ok' : 'waiting'}>{t(`cache:history.${state}`)}</StatusBadge>
      </Cell>
    </Row>
  );
}
