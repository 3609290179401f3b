import { ChevronRight, Plus } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { recentServers } from '../../../lib/reads.ts';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import { POLL_MS, pollInterval, serverStatus, sizeText } from '../shared/server/serverText.ts';

/** The newest servers, on the dashboard. */
export default function RecentServers() {
  const t = useT();
  const read = useRead(calls.list, recentServers);
  const list = read.data?.servers;
  useRead(calls.list, recentServers, { pollMs: pollInterval(list) === undefined ? undefined : POLL_MS });
  const all = list && list.length > 0 && (
    <a href={href('servers')} className="link inline-flex items-center gap-1 text-ui">
      {t('shell:dashboard.recent.all')}
      <ChevronRight aria-hidden className="mirror size-3.5" />
    </a>
  );
  return (
    <Card flush title={t('server:title')} actions={all}>
      {read.isPending && <Skeleton label={t('common:loading')} rows={3} />}
      {read.error && !read.data && (
        <LoadError
          flush
          title={t('server:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {list?.length === 0 && (
        <div className="card-body flex flex-wrap items-center gap-3">
          <p className="me-auto max-w-[52ch] text-ui">{t('server:empty.text')}</p>
          <LinkButton icon={Plus} changes="allServers" href={href('serverOrder')}>
            {t('server:order')}
          </LinkButton>
        </div>
      )}
      {list && list.length > 0 && <Rows servers={list} />}
    </Card>
  );
}

function Rows({ servers }: { servers: readonly Server[] }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <Table label={t('server:title')} rows>
      <Head>
        <HeadCell>{t('server:column.name')}</HeadCell>
        <HeadCell>{t('server:column.state')}</HeadCell>
        <HeadCell>{t('server:column.ip')}</HeadCell>
        <HeadCell>{t('server:column.size')}</HeadCell>
      </Head>
      <tbody>
        {servers.map((server) => {
          const { kind, text } = serverStatus(server, t);
          const { id, name, ip } = server;
          return (
            <Row key={id}>
              <Cell m="title">
                <a href={href('server', { id })} className="recent-name">
                  <bdi>{name}</bdi>
                </a>
              </Cell>
              <Cell m="end">
                <StatusBadge kind={kind}>{text}</StatusBadge>
              </Cell>
              <Cell m="sub">
                <bdi className="mono">{ip[0] ?? ''}</bdi>
              </Cell>
              <Cell>{sizeText(server, t, locale)}</Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}
