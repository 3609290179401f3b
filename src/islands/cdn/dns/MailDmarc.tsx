import { useT } from '../../../lib/i18n/react.tsx';
import { type Dmarc, explainDmarc, policies } from '../../../lib/rules/cdn/dns/mail/dmarc.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { dmarcFromDraft, type MailDraft, type MailFaults } from './mailDraft.ts';

interface MailDmarcProps {
  zone: string;
  draft: MailDraft['dmarc'];
  faults: MailFaults;
  onChange: (change: Partial<MailDraft['dmarc']>) => void;
}

/** The policy for mail that fails authentication. */
export function MailDmarc({ zone, draft, faults, onChange }: MailDmarcProps) {
  const t = useT();
  const { policy } = draft;
  const set = (change: Partial<Dmarc>) => onChange({ policy: { ...policy, ...change } });
  return (
    <div className="grid gap-5">
      <Field label={t('dnsMail:dmarc.policyLabel')} group>
        <RadioCards
          value={policy.policy}
          onChange={(value) => set({ policy: value })}
          min={180}
          cards={policies.map((value) => ({ value, label: t(`dnsMail:dmarc.${value}`), description: t(`dnsMail:dmarc.${value}Text`) }))}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {(['rua', 'ruf'] as const).map((name) => {
          const fault = faults[name];
          return (
            <Field
              key={name}
              label={t(`dnsMail:dmarc.${name}`)}
              optional={t('common:optional')}
              help={t('dnsMail:dmarc.addressHelp')}
              error={fault && t(fault.key, fault.params)}
            >
              <TextInput
                ltr
                autoComplete="off"
                value={draft[name]}
                placeholder={`dmarc@${zone}`}
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            </Field>
          );
        })}
        <Field label={t('dnsMail:dmarc.sub')}>
          <Select
            value={policy.subPolicy}
            onChange={(subPolicy) => set({ subPolicy })}
            label={t('dnsMail:dmarc.sub')}
            closeLabel={t('common:close')}
            options={[
              { value: '' as const, label: t('dnsMail:dmarc.same') },
              ...policies.map((value) => ({ value, label: t(`dnsMail:dmarc.${value}`) })),
            ]}
          />
        </Field>
      </div>
      <Field label={t('dnsMail:dmarc.strict')} group>
        <div className="grid gap-2.5">
          <Checkbox
            label={t('dnsMail:dmarc.strictDkim')}
            checked={policy.strictDkim}
            onChange={(event) => set({ strictDkim: event.target.checked })}
          />
          <Checkbox
            label={t('dnsMail:dmarc.strictSpf')}
            checked={policy.strictSpf}
            onChange={(event) => set({ strictSpf: event.target.checked })}
          />
          <Checkbox
            label={t('dnsMail:dmarc.testLabel')}
            help={t('dnsMail:dmarc.testHelp')}
            checked={policy.testing}
            onChange={(event) => set({ testing: event.target.checked })}
          />
        </div>
      </Field>
      <section aria-label={t('dnsMail:dmarc.words')} className="rounded-md bg-hover p-4" aria-live="polite">
        <b className="mb-1 block text-ui">{t('dnsMail:dmarc.words')}</b>
        <ul className="grid gap-1 text-help text-text-2">
          {explainDmarc(dmarcFromDraft(draft)).map(({ key, params }) => (
            <li key={key} className="[overflow-wrap:anywhere]">
              {t(key, params)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
