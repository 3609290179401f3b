import { Scaling } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import { server as calls, type Server, type ServerCost, type ServerEvent } from '../../../lib/contract/cloud/server.ts';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { recentEvents } from '../../../lib/reads.ts';
import { href } from '../../../lib/routes/index.ts';
import { iso } from '../../../lib/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { type KeyValue, KeyValueList } from '../../ui/KeyValueList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusText } from '../../ui/StatusBadge.tsx';
import { BackupCard } from '../shared/server/BackupCard.tsx';
import { eventKinds } from '../shared/server/eventKinds.ts';
import { gigabytes } from '../shared/server/serverText.ts';
import { TrafficCard } from './TrafficCard.tsx';
import { useAccess } from './useAccess.tsx';

/** The details, cost and last event of a server. */
export function ServerFacts({ server, cost }: { server: Server; cost: ServerCost }) {
  return (
    <div className="grid min-w-0 content-start gap-[18px]">
      <Facts server={server} />
      <Cost server={server} cost={cost} />
      <TrafficCard server={server} />
      <BackupCard server={server} />
      <Events serverId={server.id} />
    </div>
  );
}

function Facts({ server }: { server: Server }) {
  const t = useT();
  const locale = currentLocale();
  const access = useAccess(server);
  const { id, cpu, ram, disk, ip, tags, plan, planName, dataCenter, os, createdAt } = server;
  const ipv4 = ip.find((one) => !one.includes(':'));
  const ipv6 = ip.find((one) => one.includes(':'));
  const more = ip.filter((one) => one !== ipv4 && one !== ipv6);
  const address = (key: 'ipv4' | 'ipv6', value: string | undefined): KeyValue => ({
    key,
    label: t(`server:fact.${key}`),
    value: value ? <bdi className="mono break-all">{value}</bdi> : t('server:fact.noIp'),
    action: value && (
      <CopyButton
        size="xs"
        value={value}
        label={t('server:action.copyIp')}
        copiedLabel={t('common:copied')}
        failedLabel={t('common:copyFailed')}
      />
    ),
  });
  return (
    <Card
      title={t('server:fact.title')}
      actions={
        <LinkButton size="sm" icon={Scaling} href={`${href('serverSettings', { id })}#size`}>
          {t('server:resize')}
        </LinkButton>
      }
    >
      <KeyValueList
        items={[
          { key: 'plan', label: t('server:fact.plan'), value: <bdi>{planName ?? plan ?? t('server:fact.custom')}</bdi> },
          { key: 'cpu', label: t('server:fact.cpu'), value: t('server:fact.vcpu', { n: formatNumber(cpu, locale) }) },
          { key: 'ram', label: t('server:fact.ram'), value: gigabytes(ram, locale) },
          {
            key: 'disk',
            label: t('server:fact.disk'),
            value: `${gigabytes(disk.size, locale)} ${disk.type === 'nvme' ? 'NVMe' : 'SSD'}`,
          },
          address('ipv4', ipv4),
          address('ipv6', ipv6),
          ...access,
          ...(more.length > 0
            ? [
                {
                  key: 'more',
                  label: t('server:fact.additional'),
                  value: (
                    <span className="grid justify-items-end gap-1">
                      {more.map((one) => (
                        <bdi key={one} className="mono break-all">
                          {one}
                        </bdi>
                      ))}
                    </span>
                  ),
                },
              ]
            : []),
          { key: 'place', label: t('server:fact.place'), value: dataCenter.name },
          { key: 'os', label: t('server:fact.os'), value: <bdi>{os.name}</bdi> },
          {
            key: 'created',
            label: t('server:fact.created'),
            value: (
              <time dateTime={createdAt} title={formatDateTime(createdAt, locale)}>
                {formatDate(createdAt, locale)}
              </time>
            ),
          },
          ...(tags.length > 0
            ? [
                {
                  key: 'tags',
                  label: t('server:fact.tags'),
                  value: (
                    <span className="flex flex-wrap justify-end gap-1">
                      {tags.map((tag) => (
                        <Badge key={tag}>{tag}</Badge>
                      ))}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}

function Cost({ server, cost }: { server: Server; cost: ServerCost }) {
  const t = useT();
  const locale = currentLocale();
  const exact = (mills: number) => formatMoney(mills, locale, { exact: true });
  const now = new Date();
  const [first, last] = [1, 0].map((day) => iso(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (day === 0 ? 1 : 0), day, 12)));
  return (
    <Card title={t('server:cost.title')}>
      <p className="flex flex-wrap items-baseline gap-2">
        <bdi className="num text-[26px] font-semibold leading-tight">{exact(cost.month)}</bdi>
        <span className="text-caption text-text-3">
          {t('server:cost.rate', {
            hours: formatNumber(cost.hours, locale),
            rate: formatRate(cost.hourlyMicroMills, locale),
          })}
        </span>
      </p>
      {(cost.addresses.month > 0 || cost.addresses.hourlyMicroMills > 0) && (
        <p className="text-caption text-text-3">
          {t('server:cost.addresses', {
            sum: exact(cost.addresses.month),
            rate: formatRate(cost.addresses.hourlyMicroMills, locale),
          })}
        </p>
      )}
      <div className="my-2.5">
        <Meter value={cost.forecast === 0 ? 0 : cost.month / cost.forecast} label={t('server:cost.meter')} valueText={exact(cost.month)} />
      </div>
      <p className="flex justify-between gap-3 text-caption text-text-3">
        <span>{formatDate(first ?? '', locale)}</span>
        <span>{t('server:cost.forecast', { sum: exact(cost.forecast), date: formatDate(last ?? '', locale) })}</span>
      </p>
      {server.power === 'off' && <p className="mt-2.5 text-caption text-text-2">{t('server:cost.off')}</p>}
    </Card>
  );
}

function Events({ serverId }: { serverId: string }) {
  const t = useT();
  const read = useRead(calls.events, recentEvents(serverId));
  return (
    <Card
      title={t('server:events.title')}
      actions={
        <a className="link text-caption" href={href('serverEvents', { id: serverId })}>
          {t('server:events.all')}
        </a>
      }
    >
      {read.data ? (
        read.data.events.length > 0 ? (
          <ul className="grid gap-3.5">
            {read.data.events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        ) : (
          <p className="text-ui text-text-3">{t('server:events.empty')}</p>
        )
      ) : read.error ? (
        <LoadError
          flush
          title={t('server:events.failed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
    </Card>
  );
}

function EventRow({ event }: { event: ServerEvent }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
      <span className="min-w-0">
        <span className="block text-ui">
          {event.title}
          {event.status !== 'done' && (
            <>
              {' · '}
              <StatusText kind={eventKinds[event.status]}>{t(`server:events.status.${event.status}`)}</StatusText>
            </>
          )}
        </span>
        <span className="block truncate text-caption text-text-3">
          <bdi>{event.actor || t('server:events.system')}</bdi>
        </span>
      </span>
      <time className="text-caption text-text-3" dateTime={event.time} title={formatDateTime(event.time, locale)}>
        {formatAge(event.time, locale)}
      </time>
    </li>
  );
}
