import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import type { Server } from '../../../lib/contract/cloud/server.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../core/shared/useRuleForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import type { Confirmed } from './TransferCard.tsx';

const loadSchema = async () => (await import('../../../lib/contract/cloud/serverTransfer.ts')).TransferForm;

const moves = ['movesDisk', 'movesIp', 'movesNames', 'movesPaid', 'movesFirewall'] as const;
const stays = ['staysImages', 'staysEvents'] as const;

/** Names the receiving account, after saying what moves and what stays. */
export function TransferForm({ server, confirmed, ...callbacks }: EditDialogForm & { server: Server; confirmed: Confirmed }) {
  const t = useT();
  const form = useContractForm({ schema: loadSchema, defaultValues: { email: '', confirm: '' } });
  const offer = useWrite(serverTransfer.offer, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: () => ({ email: '', confirm: '' }),
    ...callbacks,
    save: (values) => confirmed(() => offer.mutateAsync({ serverId: server.id, ...values })),
  });
  const { errors } = form.formState;
  const list = (title: string, items: readonly string[]) => (
    <div>
      <b className="text-ui">{title}</b>
      <ul className="mt-1 list-disc ps-5 text-ui text-text-2">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <RuleFormShell
      state={state}
      label={t('serverTransfer:ask.title', { name: server.name })}
      saveLabel={t('serverTransfer:ask.action')}
      conflict={null}
    >
      <Field label={t('serverTransfer:field.email')} help={t('serverTransfer:ask.help')} error={errors.email?.message}>
        <TextInput {...form.register('email')} type="email" autoComplete="off" dir="ltr" data-autofocus />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        {list(
          t('serverTransfer:ask.moves'),
          moves.map((one) => t(`serverTransfer:ask.${one}`)),
        )}
        {list(
          t('serverTransfer:ask.stays'),
          stays.map((one) => t(`serverTransfer:ask.${one}`)),
        )}
      </div>
      <p className="text-ui text-text-2">{t('serverTransfer:ask.lost')}</p>
      <Banner tone="warning">{t('serverTransfer:ask.disk')}</Banner>
      <Field label={t('serverTransfer:ask.phrase', { name: server.name })} error={errors.confirm?.message}>
        <TextInput {...form.register('confirm')} autoComplete="off" dir="ltr" />
      </Field>
    </RuleFormShell>
  );
}
