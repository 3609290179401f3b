import { Download, Eye, FileText, Folder, FolderOpen, History, Link2, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { send } from '../../../browser/api/client.ts';
import { stale } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { baseName } from '../../../lib/rules/cloud/space/folders.ts';
import type { Bulk, Column, RowMenu } from '../../ui/DataTable.tsx';
import { bytesText } from './sizes.ts';

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }));
const Versions = lazy(async () => ({ default: (await import('./Versions.tsx')).Versions }));
const Share = lazy(async () => ({ default: (await import('./Share.tsx')).Share }));

/** A folder or an object below the current prefix. */
export interface Entry {
  id: string;
  key: string;
  /** Without the prefix. */
  name: string;
  isFolder: boolean;
  /** Null for a folder. */
  size: number | null;
  modifiedAt: string | null;
}

type Page = Pick<Output<typeof spaceObject.list>, 'objects' | 'folders'>;

export function entriesOf(pages: readonly Page[], prefix: string): Entry[] {
  const folders = new Set(pages.flatMap((page) => page.folders));
  return [
    ...[...folders].map((key) => ({ id: key, key, name: baseName(key), isFolder: true, size: null, modifiedAt: null })),
    ...pages
      .flatMap(({ objects }) => objects)
      .map(({ key, size, modifiedAt }) => ({ id: key, key, name: key.slice(prefix.length), isFolder: false, size, modifiedAt })),
  ];
}

const folderHref = (spaceId: string, key: string) => `${href('space', { id: spaceId })}?prefix=${encodeURIComponent(key)}`;

export const showPreview = (spaceId: string, key: string): string =>
  openDialog({
    kind: 'standard',
    title: baseName(key),
    size: 'large',
    body: () => (
      <Suspense>
        <Preview spaceId={spaceId} objectKey={key} onDownload={() => void download(spaceId, key)} />
      </Suspense>
    ),
  });

/** The response is an attachment, so the page stays. */
async function download(spaceId: string, key: string): Promise<void> {
  const { url } = await send(spaceObject.download, { spaceId, key });
  navigate.leave(url);
}

const share = ({ id, publicUrl }: Space, key: string) =>
  openDialog({
    kind: 'standard',
    title: t('space:object.shareTitle', { name: baseName(key) }),
    body: () => (
      <Suspense>
        <Share spaceId={id} objectKey={key} publicBase={publicUrl} />
      </Suspense>
    ),
  });

const showVersions = ({ id, suspended }: Space, key: string) =>
  openDialog({
    kind: 'standard',
    title: t('space:version.title', { name: baseName(key) }),
    size: 'large',
    body: () => (
      <Suspense>
        <Versions spaceId={id} objectKey={key} suspended={suspended} />
      </Suspense>
    ),
  });

/** Deletes objects, and folders with everything in them: one call deletes up to a thousand, so a large folder needs several. */
async function remove(spaceId: string, entries: readonly Entry[]): Promise<void> {
  let count = 0;
  try {
    const keys = entries.filter(({ isFolder }) => !isFolder).map(({ key }) => key);
    for (let at = 0; at < keys.length; at += 500)
      count += (await send(spaceObject.delete, { spaceId, keys: keys.slice(at, at + 500) })).deleted;
    for (const { key } of entries.filter(({ isFolder }) => isFolder)) {
      let isMore = true;
      while (isMore) {
        const answer = await send(spaceObject.delete, { spaceId, prefix: key });
        count += answer.deleted;
        isMore = answer.isMore;
      }
    }
  } finally {
    stale(spaceObject.delete);
  }
  notify({ type: 'success', title: t('space:object.deleted', counted(count, currentLocale())) });
}

function confirmDelete(spaceId: string, entries: readonly Entry[], done: () => void = () => {}): void {
  const [only] = entries;
  if (!only) return;
  openDialog({
    kind: 'delete',
    title:
      entries.length === 1
        ? t('space:object.deleteQuestion', { name: only.name })
        : t('space:object.deleteManyQuestion', counted(entries.length, currentLocale())),
    description: entries.some(({ isFolder }) => isFolder) ? t('space:object.deleteFolderText') : t('space:object.deleteText'),
    losses: entries.slice(0, 5).map(({ key }) => key),
    action: t('space:object.delete'),
    cancel: t('common:cancel'),
    async run() {
      await remove(spaceId, entries);
      done();
    },
  });
}

export const bulkActions =
  (spaceId: string): Bulk<Entry> =>
  (selected, clear) => [
    {
      key: 'delete',
      label: t('space:object.deleteMore'),
      icon: Trash2,
      danger: true,
      onClick: () => confirmDelete(spaceId, selected, clear),
    },
  ];

export const entryColumns = (spaceId: string): readonly Column<Entry>[] => [
  {
    key: 'name',
    title: t('space:object.name'),
    cell: ({ key, name, isFolder }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        {isFolder ? (
          <Folder aria-hidden className="size-4 shrink-0 text-accent-text" />
        ) : (
          <FileText aria-hidden className="size-4 shrink-0 text-text-3" />
        )}
        {isFolder ? (
          <a href={folderHref(spaceId, key)} className="truncate font-medium text-text">
            <bdi>{name}</bdi>
          </a>
        ) : (
          <button type="button" className="truncate font-medium text-text" onClick={() => showPreview(spaceId, key)}>
            <bdi>{name}</bdi>
          </button>
        )}
      </span>
    ),
    place: 'title',
    // Folders stay together.
    sort: ({ name, isFolder }) => `${isFolder ? 'a' : 'b'} ${name}`,
    search: ({ name }) => name,
    csv: ({ key }) => key,
  },
  {
    key: 'size',
    title: t('space:object.size'),
    cell: ({ size }) => (size === null ? <span className="text-text-3">{t('space:object.folder')}</span> : bytesText(size)),
    place: 'sub',
    width: '110px',
    num: true,
    sort: ({ size }) => size ?? -1,
    csv: ({ size }) => size ?? '',
  },
  {
    key: 'modifiedAt',
    title: t('space:object.modified'),
    cell: ({ modifiedAt }) =>
      modifiedAt && (
        <time dateTime={modifiedAt} title={formatDateTime(modifiedAt, currentLocale())}>
          {formatDate(modifiedAt, currentLocale())}
        </time>
      ),
    width: '150px',
    sort: ({ modifiedAt }) => (modifiedAt ? Date.parse(modifiedAt) : 0),
    csv: ({ modifiedAt }) => modifiedAt ?? '',
  },
];

/** @param item the space as it is when a menu opens */
export const entryMenu = (item: () => Space, onRename: (entry: Entry) => void): RowMenu<Entry> => ({
  label: ({ name }) => t('space:object.actions', { name }),
  title: ({ name }) => name,
  items(entry) {
    const { key, isFolder } = entry;
    const spaceId = item().id;
    const remove = {
      key: 'delete',
      label: t('space:object.deleteMore'),
      icon: Trash2,
      danger: true,
      group: true as const,
      onSelect: () => confirmDelete(spaceId, [entry]),
    };
    if (isFolder) return [{ key: 'open', label: t('space:object.open'), icon: FolderOpen, href: folderHref(spaceId, key) }, remove];
    return [
      { key: 'preview', label: t('space:object.preview'), icon: Eye, onSelect: () => void showPreview(spaceId, key) },
      { key: 'download', label: t('space:object.download'), icon: Download, onSelect: () => void download(spaceId, key) },
      { key: 'share', label: t('space:object.share'), icon: Link2, onSelect: () => void share(item(), key) },
      { key: 'versions', label: t('space:version.menu'), icon: History, onSelect: () => void showVersions(item(), key) },
      { key: 'rename', label: t('space:object.rename'), icon: Pencil, onSelect: () => onRename(entry) },
      remove,
    ];
  },
});
