import { useRef, useState } from 'react';
import { useWrite } from '../../../../browser/api/query.ts';
import { useContractForm } from '../../../../browser/forms/useContractForm.ts';
import { type SshKey, sshKey } from '../../../../lib/contract/cloud/sshKey.ts';
import { useT } from '../../../../lib/i18n/react.tsx';
import { RuleFormShell } from '../../../core/shared/RuleFormShell.tsx';
import { useRuleForm } from '../../../core/shared/useRuleForm.ts';
import { Field } from '../../../ui/Field.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import type { EditDialogForm } from '../../../ui/useEditDialog.tsx';
import { generateKeyPair, type KeyPair } from './generate.ts';
import { PrivateKey } from './PrivateKey.tsx';

const loadSchema = async () => (await import('../../../../lib/contract/cloud/sshKey.ts')).SshKeyForm;

interface AddKeyProps extends EditDialogForm {
  onAdded?: (key: SshKey) => void;
}

/** Adds a pasted key, or generates a pair in the browser and offers its private key once. */
export function AddKey({ onAdded, onDirty, onDone }: AddKeyProps) {
  const t = useT();
  const [way, setWay] = useState<'paste' | 'generate'>('paste');
  /** The pair being saved, and the saved one. */
  const made = useRef<KeyPair | null>(null);
  const [saved, setSaved] = useState<KeyPair | null>(null);
  const form = useContractForm({ schema: loadSchema, defaultValues: { name: '', publicKey: '' } });
  const create = useWrite(sshKey.create, { notices: 'form' });
  const { state } = useRuleForm(form, {
    initial: null,
    valuesOf: (key: SshKey) => key,
    onDirty,
    onDone() {
      if (!made.current) return onDone();
      // Closing the dialog now would lose the private key.
      onDirty(true);
      setSaved(made.current);
    },
    async save(values) {
      const { sshKey: added } = await create.mutateAsync(values);
      onAdded?.(added);
    },
  });
  const { errors } = form.formState;
  if (saved)
    return (
      <PrivateKey name={form.getValues('name')} text={saved.privateKey} onSaved={() => form.reset(form.getValues())} onDone={onDone} />
    );

  const generate = async (event: Parameters<typeof state.onSubmit>[0]) => {
    event.preventDefault();
    const pair = await generateKeyPair(form.getValues('name').trim());
    if (!pair) return form.setError('publicKey', { message: t('sshKey:noGenerator') });
    made.current = pair;
    form.setValue('publicKey', pair.publicKey, { shouldDirty: true });
    return state.onSubmit(event);
  };
  return (
    <RuleFormShell
      state={way === 'paste' ? state : { ...state, onSubmit: generate }}
      label={t('sshKey:addTitle')}
      saveLabel={t(way === 'paste' ? 'sshKey:save' : 'sshKey:generateSave')}
      conflict={null}
    >
      <Segmented
        label={t('sshKey:way.label')}
        value={way}
        onChange={(next) => {
          setWay(next);
          made.current = null;
          form.setValue('publicKey', '');
          form.clearErrors();
        }}
        segments={[
          { value: 'paste', label: t('sshKey:way.paste') },
          { value: 'generate', label: t('sshKey:way.generate') },
        ]}
        block
      />
      {way === 'paste' && (
        <Field label={t('sshKey:publicKey')} help={t('sshKey:publicKeyHelp')} error={errors.publicKey?.message}>
          <Textarea
            {...form.register('publicKey', {
              // The comment of a key is the name given by its owner.
              onChange({ target }) {
                const comment = String(target.value).trim().split(/\s+/).slice(2).join(' ');
                if (comment && !form.formState.dirtyFields.name) form.setValue('name', comment.slice(0, 60));
              },
            })}
            mono
            rows={5}
            autoComplete="off"
            placeholder="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA…"
            data-autofocus
          />
        </Field>
      )}
      <Field label={t('sshKey:name')} error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" placeholder="sara-laptop" />
      </Field>
      {way === 'generate' && (
        <p className="text-help text-text-3">
          {t('sshKey:generateHelp')}
          {errors.publicKey?.message && (
            <span role="alert" className="mt-1.5 block text-danger-text">
              {errors.publicKey.message}
            </span>
          )}
        </p>
      )}
    </RuleFormShell>
  );
}
