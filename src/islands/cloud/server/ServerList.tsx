import { CirclePower, Plus, Power, RefreshCw, Server as ServerIcon } from 'lucide-react';
import { useMemo } from 'react';
import { send } from '../../../browser/api/client.ts';
import { stale, useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { navigate } from '../../../browser/navigate.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { isRunning } from '../../../lib/rules/cloud/server/states.ts';
import { type Bulk, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FromServer } from '../../ui/FromServer.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { listState } from '../shared/ResourceList.tsx';
import { SimulatedNote } from '../shared/server/SimulatedNote.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { POLL_MS, pollInterval } from '../shared/server/serverText.ts';
import { ServerOffers } from './ServerOffers.tsx';
import { serverColumns, serverFilters, serverMenu } from './serverColumns.tsx';

const wholeView = { q: '', state: '', place: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectId = ({ id }: Server) => id;
const selectName = ({ name }: Server) => name;
const open = ({ id }: Server) => navigate.to(href('server', { id }));

type Batch = 'powerOn' | 'powerOff' | 'restart';
const icons = { powerOn: CirclePower, powerOff: Power, restart: RefreshCw };

async function runBatch(selected: readonly Server[], action: Batch, clear: () => void): Promise<void> {
  const { results } = await send(serverAction.batch, { serverIds: selected.map(selectId), action });
  stale(serverAction.batch);
  const begun = results.filter(({ taskId }) => taskId !== null).length;
  const refused = results.flatMap(({ serverId, message }) =>
    message === null ? [] : [t('server:bulk.refused', { name: selected.find(({ id }) => id === serverId)?.name ?? '', message })],
  );
  notify({
    type: begun === 0 ? 'error' : refused.length > 0 ? 'warning' : 'success',
    title: t('server:bulk.begun', counted(begun, currentLocale())),
    ...(refused.length > 0 && { description: refused.join('\n') }),
  });
  clear();
}

const interrupting = {
  powerOff: { title: 'server:bulk.offTitle', text: 'server:ask.powerOffText' },
  restart: { title: 'server:bulk.restartTitle', text: 'server:ask.restartText' },
} as const;

/** What interrupts the servers needs confirmation; an action that no selected server supports is disabled with a reason. */
const bulk: Bulk<Server> = (selected, clear) =>
  (['powerOn', 'powerOff', 'restart'] as const).map((action) => {
    const reasons = selected.map((server) => disabledReason(server, action));
    const run = () => runBatch(selected, action, clear);
    return {
      key: action,
      label: t(`server:task.${action}`),
      icon: icons[action],
      reason: reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined,
      onClick: () =>
        action !== 'powerOn'
          ? void openDialog({
              kind: 'confirm',
              title: t(interrupting[action].title),
              description: t(interrupting[action].text),
              action: t(`server:task.${action}`),
              cancel: t('server:ask.cancel'),
              run,
            })
          : void run().catch(() => {}),
    };
  });

/** The servers of the account. */
export default function ServerList() {
  return (
    <FromServer>
      <Servers />
    </FromServer>
  );
}

function Servers() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(calls.list, {});
  const list = read.data?.servers;
  useRead(calls.list, {}, { pollMs: pollInterval(list) === undefined ? undefined : POLL_MS });
  const data = listState(read, ({ servers }) => servers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: serverColumns(), menu: serverMenu() }), [t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const filters = useMemo(() => serverFilters(list ?? []), [list, t]);
  const guide = { href: guidePath('servers', locale), label: t('common:help') };
  const running = list?.filter(isRunning).length ?? 0;
  const add = (
    <LinkButton kind="primary" icon={Plus} changes="allServers" href={href('serverOrder')}>
      {t('server:order')}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t('server:title')}
        description={
          list && list.length > 0
            ? t('server:summary', {
                servers: t('server:count', counted(list.length, locale)),
                running: t('server:running', counted(running, locale)),
              })
            : t('server:lead')
        }
        docs={guide}
        actions={data.state !== 'empty' && add}
      />
      <ServerOffers />
      <SimulatedNote />
      <DataTable
        label={t('server:title')}
        data={data}
        keyOf={selectId}
        {...table}
        filters={filters}
        order={order}
        filtersLabel={t('server:filters')}
        defaults={wholeView}
        searchLabel={t('server:search')}
        loadFailed={t('server:loadFailed')}
        empty={
          <EmptyState
            icon={ServerIcon}
            title={t('server:empty.title')}
            description={t('server:empty.text')}
            action={add}
            link={
              <a className="link" href={guide.href}>
                {t('server:empty.guide')}
              </a>
            }
          />
        }
        noMatch={{ title: t('server:noMatch'), text: t('server:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('server:count', counted(total, locale))
            : t('server:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        bulk={bulk}
        onRow={open}
        nameOf={selectName}
        onExport={(csv) => saveFile('servers.csv', csv, 'text/csv')}
        twoLine
      />
    </>
  );
}
