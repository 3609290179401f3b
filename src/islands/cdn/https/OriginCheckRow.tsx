import { ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useWrite } from '../../../lib/api/query.ts';
import { https as calls } from '../../../lib/contract/cdn/https.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../../lib/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../lib/forms/useUnsavedGuard.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { originChecks } from '../../../lib/rules/cdn/https/originCa.ts';
import { Field } from '../../ui/Field.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { claimMark, useHas } from '../shared/engines.ts';
import { cacheHttps, type Saving } from './useHttps.ts';
import { WarningText } from './WarningText.tsx';

/** How the edge verifies the certificate of the origin. An authority of one's own is saved together with its certificates. */
export function OriginCheckRow({ domainId, saving: { https, chooseOriginCheck } }: { domainId: string; saving: Saving }) {
  const t = useT();
  const [isChoosingOwn, setChoosingOwn] = useState(false);
  const canVerify = useHas('originVerification');
  const shown = isChoosingOwn ? 'own' : https.originCheck;
  return (
    <SettingRow
      icon={ShieldCheck}
      title={t('https:originCheck.name')}
      description={canVerify === false ? t('rules:noOriginCheck') : t(`https:originCheck.${shown}Text`)}
      on={shown !== 'off'}
      mark={claimMark('originVerification', canVerify)}
      control={
        <Segmented
          changes
          label={t('https:originCheck.name')}
          value={shown}
          onChange={(check) => {
            setChoosingOwn(check === 'own');
            if (check !== 'own') void chooseOriginCheck(check);
          }}
          segments={originChecks.map((value) => ({
            value,
            label: t(`https:originCheck.${value}`),
            disabled: value !== 'off' && canVerify === false,
          }))}
        />
      }
    >
      {shown !== 'off' && https.backendProtocol === 'http' && <WarningText>{t('https:originCheck.noTls')}</WarningText>}
      {shown === 'own' && (
        <OwnAuthority key={https.originCa} domainId={domainId} stored={https.originCa ?? ''} onSaved={() => setChoosingOwn(false)} />
      )}
    </SettingRow>
  );
}

const loadSchema = async () => (await import('../../../lib/contract/cdn/https.ts')).https.originCheck.input;

function OwnAuthority({ domainId, stored, onSaved }: { domainId: string; stored: string; onSaved: () => void }) {
  const t = useT();
  const id = useId();
  const form = useContractForm({ schema: loadSchema, defaultValues: { domainId, originCheck: 'own', originCa: stored } });
  const isDirty = form.watch('originCa') !== stored;
  useUnsavedGuard(isDirty);
  const write = useWrite(calls.originCheck, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    cacheHttps(domainId, (await write.mutateAsync(checked)).https);
    onSaved();
  });
  return (
    <form noValidate aria-labelledby={id} onSubmit={onSubmit} className="grid gap-4">
      <Field
        label={<span id={id}>{t('https:originCheck.ca')}</span>}
        help={t('https:originCheck.caHelp')}
        error={form.formState.errors.originCa?.message}
      >
        <Textarea mono rows={6} placeholder="-----BEGIN CERTIFICATE-----" {...form.register('originCa')} />
      </Field>
      <SaveBar faults={faults} message={message} note={isDirty && t('https:hsts.dirty')} busy={busy} saveLabel={t('common:save')} />
    </form>
  );
}
