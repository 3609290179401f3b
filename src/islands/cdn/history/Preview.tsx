import { useRead, useWrite } from '../../../lib/api/query.ts';
import { version as calls, type Version, type VersionChange } from '../../../lib/contract/cdn/version.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { type ChangeItem, ChangeRows } from '../../ui/ChangeList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export interface Step {
  kind: 'undo' | 'restore';
  version: Version;
}

const FIELDS = 6;
const kinds = { create: 'add', update: 'edit', delete: 'remove' } as const;

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
          <>
            <p className="mb-2 text-ui font-medium">{t('version:count', counted(total, locale))}</p>
            <ChangeRows label={t('version:diffTitle')} items={read.data.diff.map((one, index) => toItem(one, index))} />
            {total > read.data.diff.length && (
              <p className="text-caption text-text-3">{t('version:diffMore', counted(total - read.data.diff.length, locale))}</p>
            )}
          </>
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

  function toItem({ op, type, name, changes }: VersionChange, index: number): ChangeItem {
    const say = (value: VersionChange['changes'][number]['before']) =>
      value === null || value === ''
        ? t('log:value.none')
        : typeof value === 'boolean'
          ? t(value ? 'log:value.on' : 'log:value.off')
          : String(value);
    const shown = changes.filter(({ field }) => !hidden.has(field));
    return {
      key: String(index),
      kind: kinds[op],
      title: t(`version:type.${type}` as TKey), // the types of the provider's `describe`
      subject: name,
      place: null,
      by: null,
      from: null,
      fields: shown.slice(0, FIELDS).map(({ field, before, after }) => ({
        key: field,
        label: field,
        before: op === 'update' ? say(before) : null,
        after: say(op === 'delete' ? before : after),
        isCode: true,
      })),
      more: shown.length > FIELDS ? t('log:more', counted(shown.length - FIELDS, locale)) : null,
      time: null,
    };
  }
}

/** Fields that only repeat the name or identify the row. */
const hidden: ReadonlySet<string> = new Set(['id', 'domainId', 'clusterId', 'title', 'name', 'createdAt']);
