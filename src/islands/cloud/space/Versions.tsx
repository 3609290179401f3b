import { Download, Ellipsis, History, RotateCcw, Trash2, Undo2 } from 'lucide-react';
import { useWrite } from '../../../browser/api/query.ts';
import { type SpaceVersion, spaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItem.ts';
import { bytesText } from './sizes.ts';
import { VersionPages } from './VersionPages.tsx';
import { confirmVersionDelete, downloadVersion, undelete } from './versionActions.ts';

/** The versions of an object, newest first, with their actions. */
export function Versions({ spaceId, objectKey, suspended }: { spaceId: string; objectKey: string; suspended: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const restore = useWrite(spaceVersion.restore);
  const reason = suspended ? t('space:error.suspended') : undefined;
  const items = (version: SpaceVersion): MenuItem[] => {
    const { isLatest, isDeleteMarker } = version;
    const remove: MenuItem = {
      key: 'delete',
      label: t('space:object.deleteMore'),
      icon: Trash2,
      danger: true,
      group: true,
      onSelect: () => void confirmVersionDelete(spaceId, version),
    };
    if (isDeleteMarker && isLatest)
      return [
        {
          key: 'undelete',
          label: t('space:version.undelete'),
          icon: Undo2,
          changes: true,
          onSelect: () => void undelete(spaceId, version),
        },
      ];
    if (isDeleteMarker) return [remove];
    const download: MenuItem = {
      key: 'download',
      label: t('space:object.download'),
      icon: Download,
      reason,
      onSelect: () => void downloadVersion(spaceId, version),
    };
    const { key, versionId } = version;
    const makeNewest: MenuItem = {
      key: 'restore',
      label: t('space:version.restore'),
      icon: RotateCcw,
      changes: true,
      reason,
      onSelect: () => restore.mutate({ spaceId, key, versionId }),
    };
    return isLatest ? [download, remove] : [makeNewest, download, remove];
  };
  return (
    <VersionPages
      spaceId={spaceId}
      of={{ key: objectKey }}
      label={t('space:version.label')}
      failed={t('space:version.loadFailed')}
      empty={{ title: t('space:version.empty'), text: t('space:version.emptyText') }}
      row={(version) => {
        const time = formatDateTime(version.modifiedAt, locale);
        return (
          <>
            <span className="flex min-w-0 items-center gap-2.5">
              <History aria-hidden className="size-4 shrink-0 text-text-3" />
              <span className="min-w-0">
                <time dateTime={version.modifiedAt} className="block font-medium text-text">
                  {time}
                </time>
                <span className="block text-caption text-text-3">
                  {version.isDeleteMarker ? t('space:version.marker') : bytesText(version.size)}
                </span>
              </span>
            </span>
            <span className="flex shrink-0 items-center gap-2">
              {version.isLatest && <Badge>{t('space:version.newest')}</Badge>}
              <Menu
                label={t('space:version.actions', { time })}
                closeLabel={t('common:close')}
                align="end"
                items={items(version)}
                trigger={(trigger) => <IconButton size="sm" icon={Ellipsis} label={t('space:version.actions', { time })} {...trigger} />}
              />
            </span>
          </>
        );
      }}
    />
  );
}
