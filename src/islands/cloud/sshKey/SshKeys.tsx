import { KeyRound } from 'lucide-react';
import { lazy, useMemo, useRef } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { type SshKey, sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState, ResourceList } from '../shared/ResourceList.tsx';
import { keyColumns, keyMenu } from './keyColumns.tsx';

const AddKey = lazy(async () => ({ default: (await import('../shared/sshKey/AddKey.tsx')).AddKey }));
const RenameKey = lazy(async () => ({ default: (await import('./RenameKey.tsx')).RenameKey }));

const wholeView = { q: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectName = ({ name }: SshKey) => name;

export default function SshKeys() {
  const t = useT();
  const read = useRead(sshKey.list, {});
  const remove = useWrite(sshKey.remove);
  const { add, edit, dialog } = useEditDialog<SshKey>({
    addTitle: t('sshKey:addTitle'),
    editTitle: t('sshKey:renameTitle'),
    form: (item, callbacks) => (item ? <RenameKey item={item} {...callbacks} /> : <AddKey {...callbacks} />),
  });
  // Memoized: the menus of rows are created once.
  const act = useRef({ edit, remove });
  act.current = { edit, remove };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: keyColumns(),
      menu: keyMenu(
        (item) => act.current.edit(item),
        (item) => act.current.remove.mutateAsync({ sshKeyId: item.id }),
      ),
    }),
    [t],
  );
  const isFull = read.data && read.data.sshKeys.length >= read.data.limit;
  return (
    <ResourceList
      route="sshKeys"
      icon={KeyRound}
      file="ssh-keys"
      data={listState(read, ({ sshKeys }) => sshKeys)}
      {...table}
      defaults={wholeView}
      order={order}
      nameOf={selectName}
      onAdd={add}
      full={isFull ? t('sshKey:error.limit', { max: formatNumber(read.data?.limit ?? 0, currentLocale()) }) : undefined}
      dialog={dialog}
      text={{
        title: t('sshKey:title'),
        lead: t('sshKey:lead'),
        add: t('sshKey:add'),
        search: t('sshKey:search'),
        loadFailed: t('sshKey:loadFailed'),
        emptyTitle: t('sshKey:empty.title'),
        emptyText: t('sshKey:empty.text'),
        guide: t('sshKey:empty.guide'),
        noMatch: t('sshKey:noMatch'),
        noMatchText: t('sshKey:noMatchText'),
        count: (n) => t('sshKey:count', counted(n, currentLocale())),
      }}
    />
  );
}
