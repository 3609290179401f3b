import { useRead, useWrite } from '../../../lib/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { server as calls, type Server } from '../../../lib/contract/cloud/server.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../../lib/forms/useFormSubmit.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

type Ip = Output<typeof calls.ips>['ips'][number];

const loadSchema = async () => (await import('../../../lib/contract/cloud/server.ts')).ReverseDnsForm;

/** The hostnames that reverse lookups of a server's addresses return. */
export function ReverseDnsCard({ server: { id } }: { server: Server }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(calls.ips, { serverId: id });
  return (
    <Card title={t('server:rdns.title')}>
      <p className="mb-4 text-ui text-text-2">{t('server:rdns.text')}</p>
      {data ? (
        data.ips.length > 0 ? (
          <div className="grid gap-[18px]">
            {data.ips.map((ip) => (
              <Host key={ip.address} serverId={id} ip={ip} />
            ))}
          </div>
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
    </Card>
  );
}

function Host({ serverId, ip: { address, host } }: { serverId: string; ip: Ip }) {
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
