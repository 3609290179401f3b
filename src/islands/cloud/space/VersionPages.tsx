import { FileClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import type { SpaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { spaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface VersionPagesProps {
  spaceId: string;
  /** The versions of an object, or the deleted objects of a folder. */
  of: { key: string } | { prefix: string };
  label: string;
  failed: string;
  empty: { title: string; text: string };
  row: (version: SpaceVersion) => ReactNode;
}

/** Versions in pages, in a dialog. */
export function VersionPages({ spaceId, of, label, failed, empty, row }: VersionPagesProps) {
  const t = useT();
  const ofObject = useRead(spaceVersion.list, { spaceId, key: 'key' in of ? of.key : '' }, { enabled: 'key' in of });
  const ofFolder = useRead(spaceVersion.deleted, { spaceId, prefix: 'prefix' in of ? of.prefix : '' }, { enabled: 'prefix' in of });
  const read = 'key' in of ? ofObject : ofFolder;
  /** The pages after the first one; reset when the first one is reloaded. */
  const [more, setMore] = useState<{ first: object; versions: SpaceVersion[]; cursor: string | null; isBusy: boolean } | null>(null);
  if (read.error)
    return (
      <LoadError
        flush
        title={failed}
        message={read.error.message}
        retryLabel={t('common:retry')}
        onRetry={() => void read.refetch()}
        busy={read.isFetching}
      />
    );
  const first = read.data;
  if (!first) return <Skeleton label={t('common:loading')} rows={4} />;
  const rest = more?.first === first ? more : { first, versions: [], cursor: first.nextCursor, isBusy: false };
  const versions = [...first.versions, ...rest.versions];
  const loadMore = async () => {
    const cursor = rest.cursor ?? undefined;
    setMore({ ...rest, isBusy: true });
    try {
      const page =
        'key' in of
          ? await send(spaceVersion.list, { spaceId, ...of, cursor })
          : await send(spaceVersion.deleted, { spaceId, ...of, cursor });
      setMore({ first, versions: [...rest.versions, ...page.versions], cursor: page.nextCursor, isBusy: false });
    } catch {
      // Reported by a snackbar.
      setMore({ ...rest, isBusy: false });
    }
  };
  return (
    <div className="grid gap-4">
      {versions.length > 0 ? (
        <ul aria-label={label} className="grid">
          {versions.map((version) => (
            <li
              key={`${version.key}\n${version.versionId}`}
              className="flex items-center justify-between gap-3 border-border py-2.5 not-first:border-t"
            >
              {row(version)}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={FileClock} title={empty.title} description={empty.text} />
      )}
      {rest.cursor !== null && (
        <div className="flex justify-center">
          <Button onClick={() => void loadMore()} busy={rest.isBusy} busyLabel={t('common:loading')}>
            {t('space:object.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
