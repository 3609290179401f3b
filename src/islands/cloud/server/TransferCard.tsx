import { Send } from 'lucide-react';
import { lazy } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';

/** Makes a change, and asks for the password if the provider requires it. */
export type Confirmed = <T>(change: () => Promise<T>) => Promise<T>;

const TransferForm = lazy(async () => ({ default: (await import('./TransferForm.tsx')).TransferForm }));

/** Offers the server to another account, or shows the open offer. */
export function TransferCard({ server, confirmed }: { server: Server; confirmed: Confirmed }) {
  const t = useT();
  const read = useRead(serverTransfer.get, { serverId: server.id });
  const cancel = useWrite(serverTransfer.cancel);
  const { add, dialog } = useEditDialog<Server>({
    addTitle: t('serverTransfer:ask.title', { name: server.name }),
    editTitle: t('serverTransfer:ask.title', { name: server.name }),
    form: (_item, callbacks) => <TransferForm server={server} confirmed={confirmed} {...callbacks} />,
  });
  // The state is newer on the page than in the read of this card.
  const reason = disabledReason(server, 'transfer') ?? read.data?.reason ?? undefined;
  const transfer = read.data?.transfer;
  if (read.error && !read.data)
    return (
      <LoadError
        title={t('serverTransfer:card.failed')}
        message={read.error.message}
        retryLabel={t('common:retry')}
        onRetry={() => void read.refetch()}
        busy={read.isFetching}
      />
    );
  return (
    <Card title={t('serverTransfer:card.title')}>
      {transfer ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-52 text-ui">
            {t('serverTransfer:card.open', { email: transfer.email })}
            <span className="block text-caption text-text-3">
              {t('serverTransfer:card.until', { time: formatDate(transfer.expiresAt, currentLocale()) })}
            </span>
          </p>
          <Button changes busy={cancel.isPending} onClick={() => cancel.mutate({ transferToken: transfer.transferToken })}>
            {t('serverTransfer:card.cancel')}
          </Button>
        </div>
      ) : (
        <>
          <p className="text-ui">{t('serverTransfer:card.text')}</p>
          <Button icon={Send} className="mt-3.5" disabled={!read.data || reason !== undefined} reason={reason} onClick={add}>
            {t('serverTransfer:card.action')}
          </Button>
        </>
      )}
      {dialog}
    </Card>
  );
}
