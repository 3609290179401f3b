import { ArrowRightLeft, Plus, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { server as calls, type Server, type ServerIp } from '../../../lib/contract/cloud/server.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useEditDialog } from '../../ui/useEditDialog.tsx';
import { disabledReason } from '../shared/server/serverActions.ts';
import { pollInterval } from '../shared/server/serverText.ts';

const MoveAddress = lazy(async () => ({ default: (await import('./MoveAddress.tsx')).MoveAddress }));
const AddAddress = lazy(async () => ({ default: (await import('./AddAddress.tsx')).AddAddress }));
const loadSchema = async () => (await import('../../../lib/contract/cloud/server.ts')).ReverseDnsForm;

/** The public addresses of a server with their reverse DNS names, and additional ones to add and remove. */
export function AddressesCard({ server }: { server: Server }) {
  const t = useT();
  const { id } = server;
  const { data, error, isFetching, refetch } = useRead(calls.ips, { serverId: id }, { pollMs: pollInterval([server]) });
  // The items are addresses.
  const { add, edit, dialog } = useEditDialog<{ id: string }>({
    addTitle: t('server:address.addTitle'),
    editTitle: t('server:address.moveTitle'),
    form: (item, callbacks) =>
      item ? <MoveAddress server={server} address={item.id} {...callbacks} /> : <AddAddress serverId={id} {...callbacks} />,
  });
  const busy = disabledReason(server, 'change');
  const limit = formatNumber(data?.limit ?? 0, currentLocale());
  const full = data && data.additional >= data.limit ? t('server:error.addressLimit', { max: limit }) : undefined;
  const assigned = data?.ips.filter(({ isPrimary }) => !isPrimary).length ?? 0;
  return (
    <Card
      title={t('server:address.title')}
      footer={
        data?.limit !== 0 && (
          <Button size="sm" icon={Plus} onClick={add} disabled={Boolean(full ?? busy)} reason={full ?? busy}>
            {t('server:address.add')}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ui text-text-2">{t(data?.reverseDns === false ? 'server:error.noReverseDns' : 'server:rdns.text')}</p>
      {data ? (
        data.ips.length > 0 ? (
          <ul className="grid gap-[22px]">
            {data.ips.map((ip) => (
              <li key={ip.address}>
                <Address
                  server={server}
                  ip={ip}
                  reason={busy}
                  onMove={data.limit === 0 ? undefined : () => edit({ id: ip.address })}
                  hasHost={data.reverseDns}
                />
              </li>
            ))}
            {data.additional > assigned && <li className="text-ui text-text-3">{t('server:address.assigning')}</li>}
          </ul>
        ) : (
          <p className="text-ui text-text-3">{t('server:rdns.none')}</p>
        )
      ) : error ? (
        <LoadError
          flush
          title={t('server:rdns.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} />
      )}
      {dialog}
    </Card>
  );
}

interface AddressProps {
  server: Server;
  ip: ServerIp;
  /** Why it can't be changed now. */
  reason: string | undefined;
  /** Absent: the hosts don't move addresses. */
  onMove: (() => void) | undefined;
  /** Whether it can have a hostname. */
  hasHost: boolean;
}

function Address({ server, ip, reason, onMove, hasHost }: AddressProps) {
  const t = useT();
  const remove = useWrite(calls.removeIp);
  const { address, isPrimary } = ip;
  const confirmRemoval = () =>
    openDialog({
      kind: 'confirm',
      title: t('server:address.removeQuestion', { address }),
      description: t('server:address.removeText'),
      action: t('server:address.removeAction'),
      run: () => remove.mutateAsync({ serverId: server.id, address }),
    });
  return (
    <div className="grid gap-2.5">
      <div className="flex min-h-8 items-center gap-2">
        <bdi dir="ltr" className="mono min-w-0 break-all font-medium">
          {address}
        </bdi>
        {isPrimary && <Badge>{t('server:address.primary')}</Badge>}
        <span className="ms-auto flex items-center gap-1">
          <CopyButton
            size="xs"
            value={address}
            label={t('server:address.copy', { address })}
            copiedLabel={t('common:copied')}
            failedLabel={t('common:copyFailed')}
          />
          {!isPrimary && onMove && (
            <IconButton
              size="xs"
              icon={ArrowRightLeft}
              label={t('server:address.move', { address })}
              disabled={reason !== undefined}
              reason={reason}
              onClick={onMove}
            />
          )}
          {!isPrimary && (
            <IconButton
              size="xs"
              kind="danger"
              icon={Trash2}
              label={t('server:address.remove', { address })}
              disabled={reason !== undefined}
              reason={reason}
              onClick={confirmRemoval}
            />
          )}
        </span>
      </div>
      {hasHost && <Host serverId={server.id} ip={ip} />}
    </div>
  );
}

function Host({ serverId, ip: { address, host } }: { serverId: string; ip: ServerIp }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { address, host: host ?? '' } });
  const save = useWrite(calls.reverseDns, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    const { ips } = await save.mutateAsync({ serverId, ...values });
    form.reset({ address, host: ips.find((one) => one.address === address)?.host ?? '' });
  });
  const { errors, isDirty } = form.formState;
  return (
    <form noValidate aria-label={t('server:rdns.host', { address })} onSubmit={(event) => void onSubmit(event)} className="grid gap-2.5">
      <Field label={t('server:rdns.host', { address })} help={t('server:rdns.help')} error={errors.host?.message}>
        <TextInput {...form.register('host')} dir="ltr" autoComplete="off" placeholder="mail.example.com" />
      </Field>
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={busy} busyLabel={t('common:saving')} disabled={!isDirty}>
          {t('server:rdns.save')}
        </Button>
      </div>
    </form>
  );
}
