import { useEffect } from 'react';
import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { type ApiKey, apiKey } from '../../../lib/contract/account/apiKey.ts';
import { type Member, type TransferredKey, team } from '../../../lib/contract/account/team.ts';
import { formatAge, formatDate } from '../../../lib/format/date.ts';
import { currentLocale, t, useT } from '../../../lib/i18n/react.tsx';
import { FormEnd } from '../../core/shared/FormEnd.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { EditDialogForm } from '../../ui/useEditDialog.tsx';
import { confirmed } from '../shared/confirmed.tsx';
import { accessText, scopeText } from '../shared/keyText.ts';
import { memberName } from './columns.tsx';

const schema = async () => (await import('../../../lib/contract/account/team.ts')).RemoveForm;

/** Access, limits, expiry and last use of a key, in one line. */
function keyFacts(key: ApiKey): string {
  const locale = currentLocale();
  const expires = key.expired ? t('apiKey:expired') : key.expireDate ? formatDate(key.expireDate, locale) : t('apiKey:never');
  const used = key.lastActivity ? formatAge(key.lastActivity, locale) : t('apiKey:unused');
  return [
    accessText(key),
    ...(key.domainIds === null && key.serverIds === null ? [] : [`${t('apiKey:column.scope')}: ${scopeText(key)}`]),
    `${t('apiKey:column.expires')}: ${expires}`,
    `${t('apiKey:column.used')}: ${used}`,
  ].join(' · ');
}

interface RemoveFormProps extends EditDialogForm {
  member: Member;
  /** Called with the transferred keys, whose tokens must be shown. */
  onTransferred: (keys: readonly TransferredKey[]) => void;
}

/** Asks whether to remove a member, and which of their API keys to transfer to the account holder. */
export function RemoveForm({ member, onDirty, onDone, onTransferred }: RemoveFormProps) {
  const t = useT();
  const read = useRead(apiKey.list, {});
  const form = useContractForm({ schema, defaultValues: { memberId: member.id, transferKeyIds: [] } });
  const { errors, isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const chosen = form.watch('transferKeyIds') ?? [];
  const remove = useWrite(team.remove, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (values) => {
    const { transferredKeys } = await confirmed(() => remove.mutateAsync(values));
    onDirty(false);
    if (transferredKeys.length > 0) onTransferred(transferredKeys);
    else onDone();
  });
  if (!read.data) {
    return read.error ? (
      <LoadError
        flush
        title={t('team:remove.keysFailed')}
        message={read.error.message}
        retryLabel={t('common:retry')}
        onRetry={() => void read.refetch()}
        busy={read.isFetching}
      />
    ) : (
      <Skeleton label={t('common:loading')} rows={3} />
    );
  }
  const keys = read.data.apiKeys.filter(({ creatorId }) => creatorId === member.id);
  return (
    <form noValidate aria-label={t('team:remove.title', { name: memberName(member) })} onSubmit={onSubmit} className="grid gap-5">
      <p className="text-text-2">
        {t('team:remove.text')} {keys.length === 0 && t('team:remove.noKeys')}
      </p>
      {keys.length > 0 && (
        <Field label={t('team:remove.keys')} group help={t('team:remove.keysHelp')} error={errors.transferKeyIds?.message}>
          <div className="-m-1.5 grid max-h-72 gap-3 overflow-y-auto p-1.5">
            {keys.map((key) => (
              <Checkbox
                key={key.id}
                label={key.name}
                help={keyFacts(key)}
                checked={chosen.includes(key.id)}
                onChange={({ target }) => {
                  const ids = target.checked ? [...chosen, key.id] : chosen.filter((id) => id !== key.id);
                  form.setValue('transferKeyIds', ids, { shouldDirty: true });
                  form.clearErrors('transferKeyIds');
                }}
              />
            ))}
          </div>
        </Field>
      )}
      <FormEnd message={message} faults={faults} busy={busy} onCancel={onDone} danger>
        {t('team:remove.action')}
      </FormEnd>
    </form>
  );
}
