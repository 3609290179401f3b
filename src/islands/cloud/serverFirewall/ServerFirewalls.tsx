import { BrickWallFire } from 'lucide-react';
import { lazy, useMemo, useRef } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type ServerFirewall, serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState, ResourceList } from '../shared/ResourceList.tsx';
import { PortsNote } from '../shared/server/PortsNote.tsx';
import { firewallColumns, firewallMenu, groupHref } from './firewallColumns.tsx';

const FirewallAdd = lazy(async () => ({ default: (await import('./FirewallForm.tsx')).FirewallAdd }));
const FirewallEdit = lazy(async () => ({ default: (await import('./FirewallForm.tsx')).FirewallEdit }));

const wholeView = { q: '', sort: 'title', dir: 'asc' };
const order = ['title'];
const selectName = ({ title }: ServerFirewall) => title;
const open = (group: ServerFirewall) => navigate.to(groupHref(group));

export default function ServerFirewalls() {
  const t = useT();
  const read = useRead(serverFirewall.list, {});
  const change = useWrite(serverFirewall.edit);
  const remove = useWrite(serverFirewall.delete);
  const { add, edit, dialog } = useEditDialog<ServerFirewall>({
    addTitle: t('serverFirewall:addTitle'),
    editTitle: t('serverFirewall:editTitle'),
    form: (item, callbacks) => (item ? <FirewallEdit item={item} {...callbacks} /> : <FirewallAdd onAdded={open} {...callbacks} />),
  });
  // Memoized: the menus of rows are created once.
  const act = useRef({ edit, change, remove });
  act.current = { edit, change, remove };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: firewallColumns(),
      menu: firewallMenu({
        edit: (item) => act.current.edit(item),
        setDefault: ({ id, version }, isDefault) => act.current.change.mutate({ groupId: id, isDefault, version }),
        remove: ({ id }) => act.current.remove.mutateAsync({ groupId: id }),
      }),
    }),
    [t],
  );
  const isFull = read.data && read.data.groups.length >= read.data.limit;
  return (
    <ResourceList
      route="serverFirewalls"
      icon={BrickWallFire}
      file="firewall-groups"
      data={listState(read, ({ groups }) => groups)}
      {...table}
      defaults={wholeView}
      order={order}
      nameOf={selectName}
      onRow={open}
      onAdd={add}
      full={isFull ? t('serverFirewall:error.limit', { max: formatNumber(read.data?.limit ?? 0, currentLocale()) }) : undefined}
      notice={<PortsNote />}
      dialog={dialog}
      text={{
        title: t('serverFirewall:title'),
        lead: t('serverFirewall:lead'),
        add: t('serverFirewall:add'),
        search: t('serverFirewall:search'),
        loadFailed: t('serverFirewall:loadFailed'),
        emptyTitle: t('serverFirewall:empty.title'),
        emptyText: t('serverFirewall:empty.text'),
        guide: t('serverFirewall:empty.guide'),
        noMatch: t('serverFirewall:noMatch'),
        noMatchText: t('serverFirewall:noMatchText'),
        count: (n) => t('serverFirewall:count', counted(n, currentLocale())),
      }}
    />
  );
}
