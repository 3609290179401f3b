import { useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { POLL_MS } from '../shared/server/serverText.ts';

interface LikeNotesProps {
  like: Output<typeof serverOrder.like>;
  /** Of the address. */
  snapshotId: string | null;
}

/** About an order like another server: whether its snapshot is ready, and what the new server doesn't get. */
export function LikeNotes({ like: { notCopied }, snapshotId }: LikeNotesProps) {
  const t = useT();
  const find = ({ snapshots }: Output<typeof snapshot.list>) => snapshots.find(({ id }) => id === snapshotId)?.status;
  const read = useRead(snapshot.list, {});
  const status = read.data && find(read.data);
  useRead(snapshot.list, {}, { pollMs: status === 'creating' ? POLL_MS : undefined });
  return (
    <>
      {status === 'creating' && (
        <Banner tone="info" live className="mb-5">
          {t('serverOrder:like.creating')}
        </Banner>
      )}
      {status === 'failed' && (
        <Banner tone="danger" live className="mb-5">
          {t('serverOrder:like.failed')}
        </Banner>
      )}
      {notCopied.length > 0 && (
        <Banner tone="neutral" className="mb-5">
          {t('serverOrder:like.notCopied', {
            parts: new Intl.ListFormat(currentLocale()).format(notCopied.map((part) => t(`serverOrder:like.part.${part}`))),
          })}
        </Banner>
      )}
    </>
  );
}
