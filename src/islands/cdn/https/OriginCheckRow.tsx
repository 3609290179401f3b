import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../../browser/api/query.ts';
import { useContractForm } from '../../../browser/forms/useContractForm.ts';
import { useFormSubmit } from '../../../browser/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../browser/forms/useUnsavedGuard.ts';
import { https as calls, type Https } from '../../../lib/contract/cdn/https.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { originChecks } from '../../../lib/rules/cdn/https/originCa.ts';
import { Field } from '../../ui/Field.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { cacheHttps } from './useHttps.ts';
import { WarningText } from './WarningText.tsx';

/** How the edge verifies the certificate of the origin. It is saved with a button: the arrow keys pass choices that a site may not survive. */
export function OriginCheckRow({ domainId, https }: { domainId: string; https: Https }) {
  const t = useT();
  const [choice, setChoice] = useState(https.originCheck);
  const canVerify = useHas('originVerification');
  return (
    <SettingRow
      icon={ShieldCheck}
      title={t('https:originCheck.name')}
      description={canVerify === false ? t('rules:noOriginCheck') : t(`https:originCheck.${choice}Text`)}
      on={choice !== 'off'}
      mark={claimMark('originVerification', canVerify)}
      control={
        <Segmented
          changes
          label={t('https:originCheck.name')}
          value={choice}
          onChange={setChoice}
          segments={originChecks.map((value) => ({
            value,
            label: t(`https:originCheck.${value}`),
            disabled: value !== 'off' && canVerify === false,
          }))}
        />
      }
    >
      {choice !== 'off' && https.backendProtocol === 'http' && <WarningText>{t('https:originCheck.noTls')}</WarningText>}
      {(choice === 'own' || choice === 'pin' || choice !== https.originCheck) && (
        <CheckForm key={choice} domainId={domainId} choice={choice} https={https} />
      )}
    </SettingRow>
  );
}

const loadSchema = async () => (await import('../../../lib/contract/cdn/https.ts')).https.originCheck.input;

/** What is pasted for a choice. */
const fields = { own: 'originCa', pin: 'originPins' } as const;

/** The certificates of an authority of one's own, or the hashes of keys, and the button that saves the choice. */
function CheckForm({ domainId, choice, https }: { domainId: string; choice: Https['originCheck']; https: Https }) {
  const t = useT();
  const field = choice === 'own' || choice === 'pin' ? fields[choice] : null;
  const stored = (field && https[field]) ?? '';
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { domainId, originCheck: choice, ...(field && { [field]: stored }) },
  });
  const isDirty = choice !== https.originCheck || (field !== null && form.watch(field) !== stored);
  useUnsavedGuard(isDirty);
  const write = useWrite(calls.originCheck, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    const answer = await write.mutateAsync(checked);
    cacheHttps(domainId, answer.https);
    // As it was stored: in standard form.
    if (field) form.reset({ domainId, originCheck: choice, [field]: answer.https[field] ?? '' });
  });
  return (
    <form noValidate aria-label={t('https:originCheck.name')} onSubmit={onSubmit} className="grid gap-4">
      {field && (
        <Field
          label={t(`https:originCheck.${field}`)}
          help={t(`https:originCheck.${field}Help`)}
          error={form.formState.errors[field]?.message}
        >
          <Textarea
            mono
            rows={field === 'originCa' ? 6 : 3}
            style={{ textAlign: 'start' }}
            placeholder={field === 'originCa' ? '-----BEGIN CERTIFICATE-----' : 'sha256/…'}
            {...form.register(field)}
          />
        </Field>
      )}
      <SaveBar faults={faults} message={message} note={isDirty && t('https:hsts.dirty')} busy={busy} saveLabel={t('common:save')} />
    </form>
  );
}
