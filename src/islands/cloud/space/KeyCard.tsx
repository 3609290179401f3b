import { lazy, Suspense, useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { type Space, type SpaceCredentials, space } from '../../../lib/contract/cloud/space.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { KeyFacts } from './KeyFacts.tsx';
import { Snippets } from './Snippets.tsx';

const EditDialog = lazy(async () => ({ default: (await import('../../ui/EditDialog.tsx')).EditDialog }));
const NewKey = lazy(async () => ({ default: (await import('./NewKey.tsx')).NewKey }));

/** The connection settings of a space for S3 tools, and key rotation. */
export function KeyCard({ item, hasKeys }: { item: Space; hasKeys: boolean }) {
  const t = useT();
  const read = useRead(space.credentials, { spaceId: item.id }, { enabled: hasKeys });
  const roll = useWrite(space.roll);
  const [made, setMade] = useState<{ isOpen: boolean; credentials: SpaceCredentials } | null>(null);
  const confirmRoll = () =>
    openDialog({
      kind: 'confirm',
      title: t('space:credentials.rollQuestion', { name: item.name }),
      description: t('space:credentials.rollText'),
      action: t('space:credentials.roll'),
      async run() {
        const { credentials } = await roll.mutateAsync({ spaceId: item.id });
        setMade({ isOpen: true, credentials });
      },
    });
  const credentials = read.data?.credentials ?? null;
  return (
    <Card
      title={t('space:credentials.title')}
      footer={
        hasKeys && (
          <Button changes size="sm" onClick={confirmRoll}>
            {t('space:credentials.roll')}
          </Button>
        )
      }
    >
      {!hasKeys ? (
        <p className="text-help text-text-3">{t('space:credentials.none')}</p>
      ) : read.error ? (
        <LoadError
          flush
          title={t('space:credentials.loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : credentials ? (
        <div className="grid gap-4">
          <KeyFacts credentials={credentials} />
          <Snippets credentials={credentials} bucket={item.name} />
        </div>
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
      {made && (
        <Suspense>
          <EditDialog
            open={made.isOpen}
            onClose={() => setMade({ ...made, isOpen: false })}
            title={t('space:credentials.newTitle', { name: item.name })}
          >
            {(callbacks) => <NewKey credentials={made.credentials} bucket={item.name} {...callbacks} />}
          </EditDialog>
        </Suspense>
      )}
    </Card>
  );
}
