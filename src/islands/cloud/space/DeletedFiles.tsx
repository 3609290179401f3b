import { FileX2 } from 'lucide-react';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { baseName } from '../../../lib/rules/cloud/space/folders.ts';
import { Button } from '../../ui/Button.tsx';
import { VersionPages } from './VersionPages.tsx';
import { undelete } from './versionActions.ts';

/** The deleted objects of a folder that have versions. */
export function DeletedFiles({ spaceId, prefix }: { spaceId: string; prefix: string }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <VersionPages
      spaceId={spaceId}
      of={{ prefix }}
      label={t('space:version.deletedFiles')}
      failed={t('space:version.deletedFailed')}
      empty={{ title: t('space:version.deletedEmpty'), text: t('space:version.deletedEmptyText') }}
      row={(marker) => (
        <>
          <span className="flex min-w-0 items-center gap-2.5">
            <FileX2 aria-hidden className="size-4 shrink-0 text-text-3" />
            <span className="min-w-0">
              <bdi className="block truncate font-medium text-text">{baseName(marker.key)}</bdi>
              <time dateTime={marker.modifiedAt} className="block text-caption text-text-3">
                {formatDateTime(marker.modifiedAt, locale)}
              </time>
            </span>
          </span>
          <Button size="sm" changes onClick={() => void undelete(spaceId, marker)}>
            {t('space:version.undelete')}
          </Button>
        </>
      )}
    />
  );
}
