import { FileX2, FolderOpen, FolderPlus } from 'lucide-react';
import { Fragment, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { baseName, parentFolders } from '../../../lib/rules/cloud/space/folders.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { bulkActions, type Entry, entriesOf, entryColumns, entryMenu, showPreview } from './entries.tsx';
import { Uploads } from './Uploads.tsx';

const NewFolder = lazy(async () => ({ default: (await import('./NewFolder.tsx')).NewFolder }));
const DeletedFiles = lazy(async () => ({ default: (await import('./DeletedFiles.tsx')).DeletedFiles }));
const RenameObject = lazy(async () => ({ default: (await import('./RenameObject.tsx')).RenameObject }));

type Page = Output<typeof spaceObject.list>;
const wholeView = { q: '', sort: 'name', dir: 'asc' };
const order = ['name'];
const selectKey = ({ id }: Entry) => id;

/** The folders and objects of a space below a prefix, with their actions. Folders are in the address, so the back button works. */
export function Browser({ item, prefix, isVersioned }: { item: Space; prefix: string; isVersioned: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const spaceId = item.id;
  const read = useRead(spaceObject.list, { spaceId, prefix });
  /** The pages after the first one; reset when the first one is reloaded. */
  const [more, setMore] = useState<{ first: Page; pages: Page[]; isBusy: boolean } | null>(null);
  const pages = read.data ? [read.data, ...(more?.first === read.data ? more.pages : [])] : [];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  const loadMore = async () => {
    const first = read.data;
    if (!first || cursor === null) return;
    setMore({ first, pages: pages.slice(1), isBusy: true });
    try {
      const page = await send(spaceObject.list, { spaceId, prefix, cursor });
      setMore({ first, pages: [...pages.slice(1), page], isBusy: false });
    } catch {
      // Reported by a snackbar.
      setMore({ first, pages: pages.slice(1), isBusy: false });
    }
  };
  const rename = useEditDialog<Entry>({
    addTitle: t('space:object.renameTitle'),
    editTitle: t('space:object.renameTitle'),
    form: (entry, callbacks) => entry && <RenameObject spaceId={spaceId} item={entry} {...callbacks} />,
  });
  const folder = useEditDialog<Entry>({
    addTitle: t('space:newFolder.title'),
    editTitle: t('space:newFolder.title'),
    form: (_none, callbacks) => <NewFolder spaceId={spaceId} prefix={prefix} {...callbacks} />,
  });
  // Memoized: the menus of rows are created once.
  const act = useRef({ edit: rename.edit, item });
  act.current = { edit: rename.edit, item };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(
    () => ({
      columns: entryColumns(spaceId),
      menu: entryMenu(
        () => act.current.item,
        (entry) => act.current.edit(entry),
      ),
      bulk: bulkActions(spaceId),
    }),
    [t, spaceId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages follow from the two
  const rows = useMemo(() => entriesOf(pages, prefix), [read.data, more]);
  const data: DataState<readonly Entry[]> = read.data
    ? rows.length > 0
      ? { state: 'data', data: rows }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  return (
    <div className="grid min-w-0 gap-[18px]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Crumbs spaceId={spaceId} prefix={prefix} />
        <span className="flex flex-wrap gap-2">
          {isVersioned && (
            <Button icon={FileX2} size="sm" onClick={() => showDeleted(spaceId, prefix)}>
              {t('space:version.deletedFiles')}
            </Button>
          )}
          <Button icon={FolderPlus} size="sm" onClick={folder.add}>
            {t('space:newFolder.title')}
          </Button>
        </span>
      </div>
      <Uploads spaceId={spaceId} prefix={prefix} />
      <div className="min-w-0">
        <DataTable
          {...table}
          label={t('space:object.browser')}
          data={data}
          keyOf={selectKey}
          defaults={wholeView}
          order={order}
          nameOf={({ name }) => name}
          searchLabel={t('space:object.search')}
          loadFailed={t('space:object.loadFailed')}
          empty={<EmptyState icon={FolderOpen} title={t('space:object.empty')} description={t('space:object.emptyText')} />}
          noMatch={{ title: t('space:object.noMatch'), text: t('space:object.noMatchText') }}
          status={(visible) => t('space:object.count', counted(visible, locale))}
          onExport={(csv) => saveFile(`${item.name}.csv`, csv, 'text/csv')}
          onRow={(entry) => !entry.isFolder && showPreview(spaceId, entry.key)}
        />
        {cursor !== null && (
          <div className="mt-4 flex justify-center">
            <Button onClick={() => void loadMore()} busy={more?.isBusy ?? false} busyLabel={t('common:loading')}>
              {t('space:object.more')}
            </Button>
          </div>
        )}
      </div>
      {rename.dialog}
      {folder.dialog}
    </div>
  );
}

const showDeleted = (spaceId: string, prefix: string) =>
  openDialog({
    kind: 'standard',
    title: prefix === '' ? t('space:version.deletedFiles') : t('space:version.deletedFolder', { name: baseName(prefix) }),
    size: 'large',
    body: () => (
      <Suspense>
        <DeletedFiles spaceId={spaceId} prefix={prefix} />
      </Suspense>
    ),
  });

function Crumbs({ spaceId, prefix }: { spaceId: string; prefix: string }) {
  const t = useT();
  const at = (folder: string) => `${href('space', { id: spaceId })}${folder ? `?prefix=${encodeURIComponent(folder)}` : ''}`;
  return (
    <nav aria-label={t('space:object.breadcrumb')} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui">
      {['', ...parentFolders(prefix)].map((folder, index) => (
        <Fragment key={folder}>
          {index > 0 && (
            <span aria-hidden className="text-text-3">
              /
            </span>
          )}
          <a
            href={at(folder)}
            aria-current={folder === prefix ? 'page' : undefined}
            className={folder === prefix ? 'font-semibold text-text' : 'link'}
          >
            {folder === '' ? t('space:object.root') : <bdi>{baseName(folder)}</bdi>}
          </a>
        </Fragment>
      ))}
    </nav>
  );
}
