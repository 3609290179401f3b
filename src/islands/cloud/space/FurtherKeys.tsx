import { Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import type { Space, SpaceCredentials } from '../../../lib/contract/cloud/space.ts';
import { type FurtherKey, spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { formatAge } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const EditDialog = lazy(async () => ({ default: (await import('../../ui/EditDialog.tsx')).EditDialog }));
const FurtherKeyForm = lazy(async () => ({ default: (await import('./FurtherKeyForm.tsx')).FurtherKeyForm }));
const NewKey = lazy(async () => ({ default: (await import('./NewKey.tsx')).NewKey }));

/** The further keys of a space, with their limits and last use. */
export function FurtherKeys({ item }: { item: Space }) {
  const t = useT();
  const read = useRead(spaceKey.list, { spaceId: item.id });
  const remove = useWrite(spaceKey.remove);
  const [dialog, setDialog] = useState<{ isOpen: boolean; made: SpaceCredentials | null } | null>(null);
  const confirmRemoval = ({ id: keyId, name }: FurtherKey) =>
    openDialog({
      kind: 'confirm',
      title: t('space:key.removeQuestion', { name }),
      description: t('space:key.removeText'),
      action: t('space:key.removeAction'),
      run: () => remove.mutateAsync({ spaceId: item.id, keyId }),
    });
  const isFull = read.data !== undefined && read.data.keys.length >= read.data.limit;
  const reason = item.suspended
    ? t('space:error.suspended')
    : isFull
      ? t('space:error.keyLimit', { max: read.data?.limit ?? 0 })
      : undefined;
  return (
    <Card
      title={t('space:key.title')}
      footer={
        read.data?.supported && (
          <Button
            changes
            size="sm"
            icon={Plus}
            onClick={() => setDialog({ isOpen: true, made: null })}
            disabled={reason !== undefined}
            reason={reason}
          >
            {t('space:key.add')}
          </Button>
        )
      }
    >
      {read.data ? (
        <div className="grid gap-3.5">
          <p className="text-help text-text-2">{t(read.data.supported ? 'space:key.lead' : 'space:key.unsupported')}</p>
          {read.data.supported &&
            (read.data.keys.length > 0 ? (
              <ul className="grid gap-3.5">
                {read.data.keys.map((one) => (
                  <Row key={one.id} one={one} onRemove={confirmRemoval} />
                ))}
              </ul>
            ) : (
              <p className="text-help text-text-3">{t('space:key.none')}</p>
            ))}
        </div>
      ) : read.error ? (
        <LoadError
          flush
          title={t('space:key.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} />
      )}
      {dialog && (
        <Suspense>
          <EditDialog
            open={dialog.isOpen}
            onClose={() => setDialog({ ...dialog, isOpen: false })}
            title={t(dialog.made ? 'space:credentials.newTitle' : 'space:key.addTitle', { name: item.name })}
          >
            {(callbacks) =>
              dialog.made ? (
                <NewKey credentials={dialog.made} bucket={item.name} {...callbacks} />
              ) : (
                <FurtherKeyForm spaceId={item.id} onMade={(made) => setDialog({ isOpen: true, made })} />
              )
            }
          </EditDialog>
        </Suspense>
      )}
    </Card>
  );
}

function Row({ one, onRemove }: { one: FurtherKey; onRemove: (one: FurtherKey) => void }) {
  const t = useT();
  const { name, access, prefix, accessKey, lastUsedAt } = one;
  return (
    <li className="flex items-start justify-between gap-2">
      <span className="min-w-0">
        <bdi className="block truncate font-medium text-text">{name}</bdi>
        <span className="block text-help text-text-2">
          {t(`space:key.${access}`)}
          {' · '}
          {prefix === '' ? t('space:key.everything') : <bdi className="mono break-all">{prefix}</bdi>}
        </span>
        <bdi dir="ltr" className="mono block break-all text-caption text-text-3">
          {accessKey}
        </bdi>
        <span className="block text-caption text-text-3">
          {lastUsedAt === null ? t('space:credentials.unused') : t('space:key.used', { age: formatAge(lastUsedAt, currentLocale()) })}
        </span>
      </span>
      <IconButton changes size="sm" icon={Trash2} label={t('space:key.remove', { name })} onClick={() => onRemove(one)} />
    </li>
  );
}
