import { CalendarClock, DatabaseBackup } from 'lucide-react';
import { lazy, type ReactNode, useMemo, useRef } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type Backup, backup } from '../../../lib/contract/cloud/backup.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState, ResourceList } from '../shared/ResourceList.tsx';
import { POLL_MS } from '../shared/server/serverText.ts';
import { backupColumns, backupFilters, backupMenu, showChain } from './backupColumns.tsx';
import { type Source, useSources } from './sources.ts';

const BackupForm = lazy(async () => ({ default: (await import('./BackupForm.tsx')).BackupForm }));
const BackupEdit = lazy(async () => ({ default: (await import('./BackupEdit.tsx')).BackupEdit }));
const ScheduleForm = lazy(async () => ({ default: (await import('./ScheduleForm.tsx')).ScheduleForm }));

const wholeView = { q: '', type: '', sort: 'createdAt', dir: 'desc' };
const order = ['createdAt'];
const selectName = ({ name }: Backup) => name;
const isAny = (sources: readonly Source[] | undefined): sources is readonly [Source, ...Source[]] => (sources?.length ?? 0) > 0;

interface BackupListProps {
  /** Only those of this server and its volumes. */
  of?: Server;
  /** Replaces the page's header, with the buttons. */
  head?: (actions: ReactNode) => ReactNode;
  notice?: ReactNode;
}

/** Backups of the account, or of one server and its volumes. */
export function BackupList({ of, head, notice }: BackupListProps) {
  const t = useT();
  const locale = currentLocale();
  const input = of ? { serverId: of.id } : {};
  const read = useRead(backup.list, input);
  const backups = read.data?.backups;
  const isBusy = backups?.some(({ status }) => status === 'creating' || status === 'removing');
  useRead(backup.list, input, { pollMs: isBusy ? POLL_MS : undefined });
  const sources = useSources(of);
  const { add, edit, dialog } = useEditDialog<Backup>({
    addTitle: t('backup:addTitle'),
    editTitle: t('backup:editTitle'),
    form: (item, callbacks) =>
      item ? (
        <BackupEdit item={item} {...callbacks} />
      ) : (
        isAny(sources) && <BackupForm sources={sources} existing={backups ?? []} {...callbacks} />
      ),
  });
  const schedule = useEditDialog<Backup>({
    addTitle: t('backup:schedule.title'),
    editTitle: '',
    form: (_, callbacks) => isAny(sources) && <ScheduleForm sources={sources} {...callbacks} />,
  });
  // Memoized: the menus of rows are created once.
  const act = useRef(edit);
  act.current = edit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => {
    const all = backups ?? [];
    return {
      columns: backupColumns(all),
      filters: backupFilters(),
      menu: backupMenu(all, sources ?? [], (item) => act.current(item)),
      onRow: (item: Backup) => showChain(item, all),
    };
  }, [t, backups, sources]);
  const isFull = read.data && !of && read.data.backups.length >= read.data.limit;
  const plan = (
    <Button icon={CalendarClock} onClick={schedule.add} disabled={!isAny(sources)}>
      {t('backup:schedule.button')}
    </Button>
  );
  const full = isFull ? t('backup:error.limit', { max: formatNumber(read.data?.limit ?? 0, locale) }) : undefined;
  return (
    <ResourceList
      route="backups"
      icon={DatabaseBackup}
      file="backups"
      data={listState(read, (answer) => answer.backups)}
      {...table}
      defaults={wholeView}
      order={order}
      nameOf={selectName}
      onAdd={add}
      full={sources && !isAny(sources) ? t('backup:noSources') : full}
      more={plan}
      head={head}
      notice={notice}
      dialog={
        <>
          {dialog}
          {schedule.dialog}
        </>
      }
      text={{
        title: t('backup:title'),
        lead: t('backup:lead'),
        add: t('backup:add'),
        search: t('backup:search'),
        filters: t('backup:type'),
        loadFailed: t('backup:loadFailed'),
        emptyTitle: t('backup:empty.title'),
        emptyText: t('backup:empty.text'),
        guide: t('backup:empty.guide'),
        noMatch: t('backup:noMatch'),
        noMatchText: t('backup:noMatchText'),
        count: (n) => t('backup:count', counted(n, locale)),
      }}
    />
  );
}
