import { PackageX, ServerCog } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { navigate } from '../../../browser/navigate.ts';
import { type IncomingTransfer as Incoming, serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { sizeText } from '../shared/server/serverText.ts';

const loadSchema = async () => (await import('../../../lib/contract/cloud/serverTransfer.ts')).AcceptForm;

/** A server that is offered to the account: what it takes over and pays, then accept or decline. */
export default function IncomingTransfer({ transferToken }: { transferToken: string }) {
  const t = useT();
  const read = useRead(serverTransfer.incoming, { transferToken });
  // After the accept it can no longer be read.
  const [accepted, setAccepted] = useState<Incoming | null>(null);
  const transfer = accepted ?? read.data?.transfer;
  return (
    <>
      <PageHeader title={t('serverTransfer:page.title')} />
      <div className="max-w-[760px]">
        {transfer ? (
          <Offer transfer={transfer} onOver={() => setAccepted(transfer)} />
        ) : read.error?.status === 404 ? (
          <Card>
            <EmptyState
              icon={PackageX}
              title={t('serverTransfer:page.missing')}
              description={t('serverTransfer:page.missingText')}
              action={<LinkButton href={href('servers')}>{t('serverTransfer:page.servers')}</LinkButton>}
            />
          </Card>
        ) : read.error ? (
          <LoadError
            title={t('serverTransfer:page.failed')}
            message={read.error.message}
            retryLabel={t('common:retry')}
            onRetry={() => void read.refetch()}
            busy={read.isFetching}
          />
        ) : (
          <Card>
            <Skeleton label={t('common:loading')} rows={7} />
          </Card>
        )}
      </div>
    </>
  );
}

function Offer({ transfer, onOver }: { transfer: Incoming; onOver: () => void }) {
  const t = useT();
  const locale = currentLocale();
  const { transferToken, server, hourlyMicroMills, needed, balance, reason } = transfer;
  const form = useContractForm({ schema: loadSchema, defaultValues: { name: server.name } });
  const accept = useWrite(serverTransfer.accept, { notices: 'form' });
  const decline = useWrite(serverTransfer.cancel);
  const keyFor = useIntentKey();
  const isShort = balance < needed;
  const { onSubmit, message, busy } = useFormSubmit(form, async ({ name }) => {
    const sent = { transferToken, name, hourlyMicroMills };
    const { serverId } = await accept.mutateAsync({ ...sent, $send: { idempotencyKey: keyFor(JSON.stringify(sent)) } });
    onOver();
    navigate.to(href('server', { id: serverId }));
  });
  const refuse = async () => {
    await decline.mutateAsync({ transferToken });
    onOver();
    navigate.to(href('servers'));
  };
  return (
    <Card title={t('serverTransfer:page.heading', { name: server.name })}>
      <p>{t('serverTransfer:page.lead', { email: transfer.sentBy })}</p>
      <div className="mt-4">
        <Facts transfer={transfer} />
      </div>
      <p className="mt-4 text-ui text-text-2">{t('serverTransfer:page.moves')}</p>
      <Banner tone="warning" className="mt-4">
        {t('serverTransfer:page.security')}
      </Banner>
      {isShort && (
        <Banner
          tone="danger"
          className="mt-4"
          action={
            <LinkButton size="sm" href={href('topUp')}>
              {t('serverTransfer:page.topUp')}
            </LinkButton>
          }
        >
          {t('serverTransfer:page.balance', { balance: formatMoney(balance, locale), needed: formatMoney(needed, locale) })}
        </Banner>
      )}
      <form
        noValidate
        aria-label={t('serverTransfer:page.title')}
        onSubmit={(event) => void onSubmit(event)}
        className="mt-5 grid gap-[18px]"
      >
        <Field label={t('serverTransfer:field.name')} help={t('serverTransfer:page.nameHelp')} error={form.formState.errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" dir="ltr" />
        </Field>
        {message && (
          <Banner tone="danger" live>
            {message}
          </Banner>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            type="submit"
            icon={ServerCog}
            busy={busy}
            busyLabel={t('common:saving')}
            disabled={isShort || reason !== null || decline.isPending}
            reason={reason ?? undefined}
          >
            {t('serverTransfer:page.accept')}
          </Button>
          <Button changes disabled={busy} busy={decline.isPending} onClick={() => void refuse().catch(() => {})}>
            {t('serverTransfer:page.decline')}
          </Button>
        </div>
      </form>
      {reason !== null && <p className="mt-3 text-caption text-text-3">{reason}</p>}
      <p className="mt-3 text-caption text-text-3">
        {t('serverTransfer:page.until')}: {formatDate(transfer.expiresAt, locale)}
      </p>
    </Card>
  );
}

function Facts({ transfer: { server, monthly, paidUntil, isPrepaid, firewalls } }: { transfer: Incoming }) {
  const t = useT();
  const locale = currentLocale();
  const from = formatDateTime(paidUntil, locale);
  const rows = [
    ['size', sizeText(server, t, locale)],
    ['os', <bdi key="os">{server.os.name}</bdi>],
    ['place', server.dataCenter.name],
    [
      'ip',
      server.ip.map((one) => (
        <bdi key={one} className="mono block break-all">
          {one}
        </bdi>
      )),
    ],
    ...(server.description ? [['description', server.description] as const] : []),
    ['firewalls', firewalls.length > 0 ? firewalls.join(', ') : t('serverTransfer:page.noFirewalls')],
    ['price', t('serverTransfer:page.monthly', { sum: formatMoney(monthly, locale, { exact: true }) })],
    ['pays', isPrepaid ? t('serverTransfer:page.prepaid', { time: from }) : from],
  ] as const;
  return <KeyValueList items={rows.map(([key, value]) => ({ key, label: t(`serverTransfer:page.${key}`), value }))} />;
}
