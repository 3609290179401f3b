import { HardDrive } from 'lucide-react';
import { lazy, type ReactNode, useMemo, useRef, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { isVolumeBusy } from '../../../lib/rules/cloud/volume.ts';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState, ResourceList } from '../shared/ResourceList.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { POLL_MS } from '../shared/server/serverText.ts';
import type { VolumeChange } from './VolumeEdit.tsx';
import { showMount, volumeColumns, volumeFilters, volumeMenu } from './volumeColumns.tsx';

const AddVolume = lazy(async () => ({ default: (await import('./AddVolume.tsx')).AddVolume }));
const VolumeEdit = lazy(async () => ({ default: (await import('./VolumeEdit.tsx')).VolumeEdit }));

const wholeView = { q: '', center: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectName = ({ name }: { name: string }) => name;

interface VolumeListProps {
  /** Only those of this server. */
  of?: Server;
  /** Replaces the page's header, with the add button. */
  head?: (add: ReactNode) => ReactNode;
  notice?: ReactNode;
}

/** Volumes of the account, or of one server. */
export function VolumeList({ of, head, notice }: VolumeListProps) {
  const t = useT();
  const locale = currentLocale();
  const input = of ? { serverId: of.id } : {};
  const read = useRead(volume.list, input);
  const volumes = read.data?.volumes;
  useRead(volume.list, input, { pollMs: volumes?.some(({ state }) => isVolumeBusy(state)) ? POLL_MS : undefined });
  const [change, setChange] = useState<VolumeChange | null>(null);
  const { add, edit, dialog } = useEditDialog<VolumeChange>({
    addTitle: t('volume:addTitle'),
    editTitle: change ? t(`volume:${change.what}Title`, { name: change.item.name }) : '',
    form: (item, callbacks) => (item ? <VolumeEdit change={item} {...callbacks} /> : <AddVolume of={of} {...callbacks} />),
  });
  // Memoized: the menus of rows are created once.
  const open = useRef<(next: VolumeChange) => void>(() => {});
  open.current = (next) => {
    setChange(next);
    edit(next);
  };
  const isOfServer = of !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: volumeColumns(!isOfServer),
      filters: isOfServer ? [] : volumeFilters(volumes ?? []),
      menu: volumeMenu((next) => open.current(next)),
    }),
    [t, volumes, isOfServer],
  );
  const isFull = read.data && !isOfServer && read.data.volumes.length >= read.data.limit;
  return (
    <ResourceList
      route="volumes"
      icon={HardDrive}
      file="volumes"
      data={listState(read, (answer) => answer.volumes)}
      {...table}
      defaults={wholeView}
      order={order}
      nameOf={selectName}
      onRow={showMount}
      onAdd={add}
      full={
        (of && disabledReason(of, 'change')) ??
        (isFull ? t('volume:error.limit', { max: formatNumber(read.data?.limit ?? 0, locale) }) : undefined)
      }
      head={head}
      notice={notice}
      dialog={dialog}
      text={{
        title: t('volume:title'),
        lead: t('volume:lead'),
        add: t('volume:add'),
        search: t('volume:search'),
        filters: t('volume:center'),
        loadFailed: t('volume:loadFailed'),
        emptyTitle: t('volume:empty.title'),
        emptyText: t('volume:empty.text'),
        guide: t('volume:empty.guide'),
        noMatch: t('volume:noMatch'),
        noMatchText: t('volume:noMatchText'),
        count: (n) => t('volume:count', counted(n, locale)),
      }}
    />
  );
}
