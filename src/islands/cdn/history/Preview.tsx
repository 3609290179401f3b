import { useRead, useWrite } from '../../../browser/api/query.ts';
import { version as calls, type Version } from '../../../lib/contract/cdn/version.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Diff } from './Diff.tsx';

export interface Step {
  kind: 'undo' | 'restore';
  version: Version;
}

/** What undoing a change or restoring a state would do, and the button that does it. */
export function Preview({ domainId, step: { kind, version }, onClose }: { domainId: string; step: Step; onClose: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(calls.diff, { domainId, versionId: version.id, of: kind });
  const write = useWrite(calls[kind], { notices: 'form' });
  const run = async () => {
    await write.mutateAsync({ domainId, versionId: version.id });
    onClose();
  };
  const total = read.data?.total ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t('common:close')}
      size="large"
      title={t(`version:${kind}Title`)}
      description={kind === 'undo' ? t('version:undoText') : t('version:restoreText', { time: formatDateTime(version.time, locale) })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button kind="primary" busy={write.isPending} disabled={total === 0} onClick={() => void run().catch(() => {})}>
            {t(`version:${kind}Action`)}
          </Button>
        </>
      }
    >
      {write.error && (
        <Banner tone="danger" live className="mb-3">
          {write.error.message}
        </Banner>
      )}
      {read.data ? (
        total === 0 ? (
          <p className="text-ui">{t('version:nothing')}</p>
        ) : (
          <Diff diff={read.data.diff} total={total} />
        )
      ) : read.error ? (
        <LoadError
          flush
          title={t('version:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          busy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
    </Dialog>
  );
}
