import { Camera } from 'lucide-react';
import { lazy, type ReactNode, useMemo, useRef } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type Server, server } from '../../../lib/contract/cloud/server.ts';
import { type Snapshot, snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { listState } from '../shared/ResourceList.tsx';
import { POLL_MS } from '../shared/server/serverText.ts';
import { snapshotColumns, snapshotMenu } from './snapshotColumns.tsx';

const SnapshotForm = lazy(async () => ({ default: (await import('./SnapshotForm.tsx')).SnapshotForm }));

const wholeView = { q: '', sort: 'createdAt', dir: 'desc' };
const order = ['createdAt'];
const selectId = ({ id }: Snapshot) => id;
const selectName = ({ name }: Snapshot) => name;

interface SnapshotListProps {
  /** Only of this server. */
  of?: Server;
  /** Why none can be taken now. */
  reason?: string | undefined;
  /** The header, with the button that takes one. */
  head: (createButton: ReactNode) => ReactNode;
}

/** Snapshots of one server, or of all. */
export function SnapshotList({ of, reason, head }: SnapshotListProps) {
  const t = useT();
  const input = of ? { serverId: of.id } : {};
  const read = useRead(snapshot.list, input);
  const isBusy = read.data?.snapshots.some(({ status }) => status === 'creating');
  useRead(snapshot.list, input, { pollMs: isBusy ? POLL_MS : undefined });
  const all = useRead(server.list, {}, { enabled: !of }).data?.servers;
  const servers = useMemo(() => (of ? [of] : (all ?? [])), [of, all]);
  const { add, edit, dialog } = useEditDialog<Snapshot>({
    addTitle: t('snapshot:take'),
    editTitle: t('snapshot:renameTitle'),
    form: (item, callbacks) => <SnapshotForm item={item} servers={servers} {...callbacks} />,
  });
  // Memoized: the menus of rows are created once.
  const act = useRef(edit);
  act.current = edit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({ columns: snapshotColumns(!of), menu: snapshotMenu(servers, (row) => act.current(row)) }),
    [t, servers, of === undefined],
  );
  const data = listState(read, ({ snapshots }) => snapshots);
  const why = reason ?? (servers.length === 0 ? t('snapshot:noServers') : undefined);
  const createButton = (
    <Button kind="primary" icon={Camera} onClick={add} disabled={why !== undefined} reason={why}>
      {t('snapshot:take')}
    </Button>
  );
  return (
    <>
      {head(data.state !== 'empty' && createButton)}
      <DataTable
        {...table}
        label={t('snapshot:title')}
        data={data}
        keyOf={selectId}
        nameOf={selectName}
        defaults={wholeView}
        order={order}
        searchLabel={t('snapshot:search')}
        loadFailed={t('snapshot:loadFailed')}
        empty={
          <EmptyState
            icon={Camera}
            title={t('snapshot:empty.title')}
            description={t('snapshot:empty.text')}
            action={createButton}
            link={
              <a className="link" href={guidePath('snapshots', currentLocale())}>
                {t('snapshot:empty.guide')}
              </a>
            }
          />
        }
        noMatch={{ title: t('snapshot:noMatch'), text: t('snapshot:noMatchText') }}
        status={(visible) => t('snapshot:count', counted(visible, currentLocale()))}
        onExport={(csv) => saveFile('snapshots.csv', csv, 'text/csv')}
        twoLine
      />
      {dialog}
    </>
  );
}
