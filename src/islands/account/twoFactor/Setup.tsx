import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import type { Method, State } from './Methods.tsx';
import { SavedCodes } from './SavedCodes.tsx';

const schema = async () => (await import('../../../lib/contract/account/twoFactor.ts')).EnableForm;

interface SetupProps {
  method: Method;
  state: State;
  open: boolean;
  onClose: () => void;
}

/** Enables a method: scan the app's code, or verify an address; the first one also creates recovery codes. */
export function Setup({ method, state, open, onClose }: SetupProps) {
  const t = useT();
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setCodes(null);
    onClose();
  };
  return (
    <EditDialog
      open={open}
      onClose={close}
      title={codes ? t('twoFactor:recovery.saveTitle') : t('twoFactor:turnOnNamed', { method: t(`auth:way.${method}`) })}
    >
      {() =>
        codes ? (
          <SavedCodes codes={codes} email={state.email.email} onDone={close} />
        ) : (
          <Steps method={method} state={state} onDone={(made) => (made ? setCodes(made) : close())} />
        )
      }
    </EditDialog>
  );
}

function Steps({ method, state, onDone }: Pick<SetupProps, 'method' | 'state'> & { onDone: (codes: string[] | undefined) => void }) {
  const t = useT();
  const form = useContractForm({ schema, defaultValues: { method, code: '' }, check: 'submit' });
  const enable = useWrite(twoFactor.enable, { notices: 'form' });
  const { onSubmit, message, busy } = useFormSubmit(form, async (values) => {
    onDone((await confirmed(() => enable.mutateAsync(values))).recoveryCodes);
  });
  const label = t('twoFactor:turnOnNamed', { method: t(`auth:way.${method}`) });
  return (
    <form noValidate aria-label={label} onSubmit={onSubmit} className="grid gap-[18px]">
      {method === 'totp' ? (
        <Scan />
      ) : (
        <SendCode method={method} address={(method === 'email' ? state.email.email : state.sms.mobile) ?? ''} />
      )}
      <Controller
        control={form.control}
        name="code"
        render={({ field, fieldState }) => (
          <Field label={method === 'totp' ? t('twoFactor:setup.enter') : t('auth:field.code')} error={fieldState.error?.message} live>
            <CodeInput
              {...field}
              value={String(field.value ?? '')}
              onChange={(code) => {
                form.clearErrors('code');
                field.onChange(code);
              }}
              onComplete={() => void onSubmit()}
            />
          </Field>
        )}
      />
      {message && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button kind="primary" type="submit" busy={busy} busyLabel={t('common:saving')}>
          {t('twoFactor:turnOn')}
        </Button>
      </div>
    </form>
  );
}

/** The QR code, and its secret as text. Always dark on white, for cameras. */
function Scan() {
  const t = useT();
  const fetched = useRef(false);
  const [qr, setQr] = useState<Output<typeof twoFactor.qr>['qr'] | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { mutateAsync } = useWrite(twoFactor.qr, { notices: 'form' });
  const load = () => {
    setFailed(null);
    confirmed(() => mutateAsync({})).then(
      (answer) => setQr(answer.qr),
      (error: Error) => setFailed(error.message),
    );
  };
  useEffect(() => {
    if (fetched.current) return;
    fetched.current = true;
    load();
  });
  if (failed) return <LoadError title={t('twoFactor:setup.qrFailed')} message={failed} retryLabel={t('common:retry')} onRetry={load} />;
  if (!qr) return <Skeleton label={t('common:loading')} rows={5} />;
  return (
    <div className="grid gap-3">
      <p>{t('twoFactor:setup.scan')}</p>
      <img
        alt={t('twoFactor:setup.qrLabel')}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(qr.otpauthUrl, { border: 2 }))}`}
        className="size-48 justify-self-center rounded-lg bg-white"
      />
      <p className="text-help text-text-2">{t('twoFactor:setup.manual')}</p>
      <div className="flex items-center gap-2">
        <bdi dir="ltr" className="mono [overflow-wrap:anywhere]">
          {qr.secret.match(/.{1,4}/g)?.join(' ')}
        </bdi>
        <CopyButton
          value={qr.secret}
          label={t('twoFactor:setup.copy')}
          copiedLabel={t('common:copied')}
          failedLabel={t('common:copyFailed')}
        />
      </div>
    </div>
  );
}

function SendCode({ method, address }: { method: 'email' | 'sms'; address: string }) {
  const t = useT();
  const send = useWrite(twoFactor.sendCode);
  return (
    <div className="grid gap-3">
      <p>{rich(t, 'twoFactor:setup.send', { address: <bdi dir="ltr">{address}</bdi> })}</p>
      <div>
        <Button changes busy={send.isPending} onClick={() => send.mutate({ method })}>
          {send.isSuccess ? t('twoFactor:setup.again') : t('twoFactor:setup.sendCode')}
        </Button>
      </div>
    </div>
  );
}
