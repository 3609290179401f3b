import { Ellipsis, Server as ServerIcon, Settings, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess, useMay } from '../../../../browser/access.ts';
import { useHashAction } from '../../../../browser/address.ts';
import { useRead } from '../../../../browser/api/query.ts';
import { server as calls, type Server, type ServerCost } from '../../../../lib/contract/cloud/server.ts';
import { formatAge, formatDate, formatElapsed } from '../../../../lib/format/date.ts';
import { formatNumber, formatPercent } from '../../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { canOpen } from '../../../../lib/routes/access.ts';
import { href, type RouteName } from '../../../../lib/routes/index.ts';
import { isBusy, isRunning } from '../../../../lib/rules/cloud/server/states.ts';
import { StopBanner } from '../../../core/shared/StopBanner.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { SimulatedNote } from './SimulatedNote.tsx';
import { actionItem, cloneItem, disabledReason, listSimpleActions, removeItem, runAction } from './serverActions.ts';
import { POLL_MS, serverStatus, sizeText } from './serverText.ts';

export interface ServerPageProps {
  serverId: string;
  /** Of the tabs. */
  route: RouteName;
  children: (server: Server, cost: ServerCost) => ReactNode;
}

/** The frame of a server's screens: header with state and actions, tabs, and actions in progress. */
export function ServerPage({ serverId, route, children }: ServerPageProps) {
  const t = useT();
  const read = useRead(calls.get, { serverId });
  const shown = read.data;
  useRead(calls.get, { serverId }, { pollMs: shown && isBusy(shown.server.state) ? POLL_MS : undefined });
  if (shown)
    return (
      <>
        <Head server={shown.server} route={route} />
        <ServerTabs server={shown.server} route={route} />
        <SimulatedNote />
        <StopBanner stopped={shown.server.stopped} path={href('server', { id: serverId })} />
        <StateNote server={shown.server} />
        {children(shown.server, shown.cost)}
      </>
    );
  if (!read.error)
    return (
      <>
        <PageHeader title={t('shell:route.server')} />
        <Card>
          <Skeleton label={t('common:loading')} rows={7} />
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={t('shell:route.server')} />
      {read.error.status === 404 ? (
        <Card>
          <EmptyState
            icon={ServerIcon}
            heading="h2"
            title={t('server:unknown.title')}
            description={t('server:unknown.text')}
            action={
              <LinkButton kind="primary" href={href('servers')}>
                {t('server:unknown.link')}
              </LinkButton>
            }
          />
        </Card>
      ) : (
        <LoadError
          title={t('server:oneFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
    </>
  );
}

function Head({ server, route }: { server: Server; route: RouteName }) {
  const t = useT();
  const locale = currentLocale();
  const { kind, text } = serverStatus(server, t);
  const [address] = server.ip;
  const parts = [
    server.os.name,
    server.dataCenter.name,
    isRunning(server) && server.poweredOnAt
      ? t('server:up', { time: formatElapsed(server.poweredOnAt, locale) })
      : sizeText(server, t, locale),
  ];
  return (
    <PageHeader
      title={<bdi>{server.name}</bdi>}
      badge={<StatusBadge kind={kind}>{text}</StatusBadge>}
      description={
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {address && (
            <span className="inline-flex items-center gap-1">
              <bdi className="mono">{address}</bdi>
              <CopyButton
                size="xs"
                value={address}
                label={t('server:action.copyIp')}
                copiedLabel={t('common:copied')}
                failedLabel={t('common:copyFailed')}
              />
              {parts.length > 0 && <span aria-hidden>·</span>}
            </span>
          )}
          {parts.map((part, index) => (
            <span key={part}>
              {part}
              {index < parts.length - 1 && (
                <span aria-hidden className="ms-2">
                  ·
                </span>
              )}
            </span>
          ))}
        </span>
      }
      actions={<Actions server={server} route={route} />}
      stacked
    />
  );
}

function Actions({ server, route }: { server: Server; route: RouteName }) {
  const t = useT();
  // A clone is a new order, which isn't part of the access to selected servers.
  const mayOrder = useMay()('allServers');
  // Targets of the palette. Both ask for confirmation.
  useHashAction('reboot', () => disabledReason(server, 'reboot') === undefined && runAction(server, 'reboot'));
  useHashAction('powerOff', () => disabledReason(server, 'powerOff') === undefined && runAction(server, 'powerOff'));
  const [first, ...rest] = listSimpleActions(server);
  const label = t('server:action.more');
  return (
    <>
      {first && (
        <Button
          changes
          disabled={disabledReason(server, first) !== undefined}
          reason={disabledReason(server, first)}
          onClick={() => runAction(server, first)}
        >
          {t(`server:task.${first}`)}
        </Button>
      )}
      <Menu
        label={label}
        closeLabel={t('common:close')}
        items={[
          ...rest.map((action) => actionItem(server, action)),
          {
            key: 'settings',
            label: t('server:action.settings'),
            icon: Settings,
            group: rest.length > 0 || undefined,
            href: href('serverSettings', { id: server.id }),
          },
          ...(mayOrder ? [cloneItem(server)] : []),
          removeItem(server),
        ]}
        trigger={(trigger) => <IconButton icon={Ellipsis} kind="ring" label={label} tip={false} {...trigger} />}
      />
      {route !== 'serverConsole' && (
        <LinkButton kind="primary" icon={SquareTerminal} href={href('serverConsole', { id: server.id })}>
          {t('server:action.console')}
        </LinkButton>
      )}
    </>
  );
}

function ServerTabs({ server, route }: { server: Server; route: RouteName }) {
  const t = useT();
  const access = useAccess();
  const tab = (value: RouteName, label: string, count?: number) => ({
    value,
    label,
    href: href(value, { id: server.id }),
    ...(count !== undefined && count > 0 && { count: formatNumber(count, currentLocale()) }),
  });
  return (
    <div className="mb-5">
      <Tabs
        value={route}
        label={t('server:tab.label')}
        tabs={[
          tab('server', t('server:tab.overview')),
          tab('serverConsole', t('server:tab.console')),
          tab('serverSnapshots', t('server:tab.snapshots'), server.snapshots),
          tab('serverBackups', t('server:tab.backups'), server.backups.count),
          tab('serverVolumes', t('server:tab.volumes'), server.volumes),
          tab('serverNetworks', t('server:tab.networks')),
          tab('serverFirewall', t('server:tab.firewall')),
          tab('serverMonitoring', t('server:tab.monitoring')),
          tab('serverEvents', t('server:tab.events')),
          tab('serverSettings', t('server:tab.settings')),
        ].filter(({ value }) => canOpen(access, value))}
      />
    </div>
  );
}

/** The current action, trial or failure, and what to do about it. */
function StateNote({ server }: { server: Server }) {
  const t = useT();
  const locale = currentLocale();
  const { state, problem, percent, previousSize, trialUntil, disk } = server;
  const banner = (tone: 'info' | 'warning' | 'danger', text: ReactNode, action?: ReactNode) => (
    <Banner tone={tone} className="mb-[18px]" action={action}>
      {text}
    </Banner>
  );
  const button = (action: 'retry' | 'confirmResize' | 'revertResize' | 'unrescue') => (
    <Button changes size="sm" onClick={() => runAction(server, action)}>
      {t(`server:task.${action}`)}
    </Button>
  );
  if (problem)
    return banner(
      'danger',
      problem.nextAttemptAt
        ? `${problem.message} ${t('server:retryAt', { time: formatAge(problem.nextAttemptAt, locale) })}`
        : problem.message,
      state === 'failed' && button('retry'),
    );
  if (isBusy(state))
    return percent === null
      ? null
      : banner('info', `${serverStatus(server, t).text}: ${t('server:progress', { percent: formatPercent(percent / 100, locale) })}`);
  if (state === 'resized' && previousSize)
    return banner(
      'warning',
      [
        t('server:trial', { size: sizeText({ ...previousSize, disk: { size: previousSize.disk, type: disk.type } }, t, locale) }),
        t('server:trialLimits'),
        trialUntil && t('server:trialEnds', { date: formatDate(trialUntil, locale) }),
      ]
        .filter(Boolean)
        .join(' '),
      <span className="flex gap-2">
        {button('confirmResize')}
        {button('revertResize')}
      </span>,
    );
  if (state === 'rescued') return banner('warning', t('server:rescuedNote'), button('unrescue'));
  if (server.power === 'off') return banner('info', t('server:cost.off'));
  return null;
}
