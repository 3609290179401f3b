import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { profile } from '../../../lib/contract/account/profile.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { EditDialog } from '../../ui/EditDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { confirmed } from '../shared/confirmed.tsx';

type Kind = 'email' | 'mobile';
type Sent = Output<typeof profile.changeEmail>['verification'];

const contract = () => import('../../../lib/contract/account/profile.ts');
const emailSchema = async () => (await contract()).EmailForm;
const mobileSchema = async () => (await contract()).MobileForm;
const codeSchema = async () => (await contract()).ContactCodeForm;

interface ContactDialogProps {
  kind: Kind;
  open: boolean;
  onClose: () => void;
}

/** The new address, then the code that was sent to it. */
export function ContactDialog({ kind, open, onClose }: ContactDialogProps) {
  const t = useT();
  const [sent, setSent] = useState<Sent | null>(null);
  const title = kind === 'email' ? t('profile:contact.changeEmail') : t('profile:contact.changeMobile');
  return (
    <EditDialog open={open} onClose={onClose} title={title}>
      {({ onDone }) =>
        sent ? (
          <CodeStep
            sent={sent}
            onBack={() => setSent(null)}
            onDone={() => {
              setSent(null);
              onDone();
            }}
          />
        ) : kind === 'email' ? (
          <EmailStep title={title} onSent={setSent} />
        ) : (
          <MobileStep title={title} onSent={setSent} />
        )
      }
    </EditDialog>
  );
}

function EmailStep({ title, onSent }: { title: string; onSent: (sent: Sent) => void }) {
  const t = useT();
  const form = useContractForm({ schema: emailSchema, defaultValues: { email: '' } });
  const change = useWrite(profile.changeEmail, { notices: 'form' });
  const submit = useFormSubmit(form, async (values) => onSent((await confirmed(() => change.mutateAsync(values))).verification));
  return (
    <Step title={title} submit={submit} action={t('profile:contact.send')}>
      <Field label={t('profile:contact.newEmail')} help={t('profile:contact.emailHelp')} error={form.formState.errors.email?.message}>
        <TextInput {...form.register('email')} ltr type="email" autoComplete="email" data-autofocus />
      </Field>
    </Step>
  );
}

function MobileStep({ title, onSent }: { title: string; onSent: (sent: Sent) => void }) {
  const t = useT();
  const form = useContractForm({ schema: mobileSchema, defaultValues: { mobile: '' } });
  const change = useWrite(profile.changeMobile, { notices: 'form' });
  const submit = useFormSubmit(form, async (values) => onSent((await confirmed(() => change.mutateAsync(values))).verification));
  return (
    <Step title={title} submit={submit} action={t('profile:contact.send')}>
      <Field label={t('profile:contact.newMobile')} help={t('profile:contact.mobileHelp')} error={form.formState.errors.mobile?.message}>
        <TextInput {...form.register('mobile')} ltr type="tel" autoComplete="tel" data-autofocus />
      </Field>
    </Step>
  );
}

function CodeStep({ sent, onBack, onDone }: { sent: Sent; onBack: () => void; onDone: () => void }) {
  const t = useT();
  const form = useContractForm({ schema: codeSchema, defaultValues: { code: '' }, check: 'submit' });
  const verify = useWrite(profile.verify, { notices: 'form' });
  const submit = useFormSubmit(form, async ({ code }) => {
    await verify.mutateAsync({ verificationId: sent.verificationId, code });
    onDone();
  });
  return (
    <Step title={t('profile:contact.code')} submit={submit} action={t('profile:contact.confirm')} onBack={onBack}>
      <p className="text-text-2">{rich(t, 'profile:contact.sentTo', { address: <bdi dir="ltr">{sent.sentTo}</bdi> })}</p>
      <Controller
        control={form.control}
        name="code"
        render={({ field, fieldState }) => (
          <Field label={t('profile:contact.code')} error={fieldState.error?.message} live>
            <CodeInput {...field} onComplete={() => void submit.onSubmit()} autoFocus />
          </Field>
        )}
      />
    </Step>
  );
}

interface StepProps {
  title: string;
  submit: Pick<ReturnType<typeof useFormSubmit>, 'onSubmit' | 'message' | 'busy'>;
  action: string;
  onBack?: () => void;
  children: React.ReactNode;
}

function Step({ title, submit, action, onBack, children }: StepProps) {
  const t = useT();
  return (
    <form noValidate aria-label={title} onSubmit={submit.onSubmit} className="grid gap-[18px]">
      {children}
      {submit.message && (
        <Banner tone="danger" live>
          {submit.message}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-2.5">
        {onBack && <Button onClick={onBack}>{t('profile:contact.back')}</Button>}
        <Button kind="primary" type="submit" busy={submit.busy} busyLabel={t('profile:contact.sending')}>
          {action}
        </Button>
      </div>
    </form>
  );
}
