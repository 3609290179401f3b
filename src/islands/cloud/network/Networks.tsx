import { Workflow } from 'lucide-react';
import { lazy, useMemo, useRef } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { network, type PrivateNetwork } from '../../../lib/contract/cloud/network.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState, ResourceList } from '../shared/ResourceList.tsx';
import { networkColumns, networkFilters, networkMenu, showServers } from './networkColumns.tsx';

const NetworkAdd = lazy(async () => ({ default: (await import('./NetworkForm.tsx')).NetworkAdd }));
const NetworkRename = lazy(async () => ({ default: (await import('./NetworkForm.tsx')).NetworkRename }));

const wholeView = { q: '', center: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectName = ({ name }: PrivateNetwork) => name;

export default function Networks() {
  const t = useT();
  const read = useRead(network.list, {});
  const remove = useWrite(network.delete);
  const { add, edit, dialog } = useEditDialog<PrivateNetwork>({
    addTitle: t('network:addTitle'),
    editTitle: t('network:editTitle'),
    form: (item, callbacks) => (item ? <NetworkRename item={item} {...callbacks} /> : <NetworkAdd {...callbacks} />),
  });
  // Memoized: the menus of rows are created once.
  const act = useRef({ edit, remove });
  act.current = { edit, remove };
  const networks = read.data?.networks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: networkColumns(),
      filters: networkFilters(networks ?? []),
      menu: networkMenu(
        (item) => act.current.edit(item),
        (item) => act.current.remove.mutateAsync({ networkId: item.id }),
      ),
    }),
    [t, networks],
  );
  const isFull = read.data && read.data.networks.length >= read.data.limit;
  return (
    <ResourceList
      route="networks"
      icon={Workflow}
      file="networks"
      data={listState(read, (answer) => answer.networks)}
      {...table}
      defaults={wholeView}
      order={order}
      nameOf={selectName}
      onRow={showServers}
      onAdd={add}
      full={isFull ? t('network:error.limit', { max: formatNumber(read.data?.limit ?? 0, currentLocale()) }) : undefined}
      dialog={dialog}
      text={{
        title: t('network:title'),
        lead: t('network:lead'),
        add: t('network:add'),
        search: t('network:search'),
        filters: t('network:center'),
        loadFailed: t('network:loadFailed'),
        emptyTitle: t('network:empty.title'),
        emptyText: t('network:empty.text'),
        guide: t('network:empty.guide'),
        noMatch: t('network:noMatch'),
        noMatchText: t('network:noMatchText'),
        count: (n) => t('network:count', counted(n, currentLocale())),
      }}
    />
  );
}
