import type { UseFormReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { type NsPair, needsGlue } from '../../../lib/rules/cdn/ns/servers.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

interface ServerFieldsProps {
  form: UseFormReturn<NsPair, unknown, NsPair>;
  place: keyof NsPair;
  zone: string;
  locked: boolean;
}

/** One name server: its host, and its addresses if it is inside the domain. */
export function ServerFields({ form, place, zone, locked }: ServerFieldsProps) {
  const t = useT();
  const host = form.watch(`${place}.host`);
  const inside = needsGlue(host, zone);
  const errors = form.formState.errors[place];
  const example = place === 'first' ? `ns1.${zone}` : `ns2.${zone}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in every browser
    <div role="group" aria-label={t(`ns:form.${place}`)} className="grid gap-3">
      <Field
        label={t(`ns:form.${place}`)}
        error={errors?.host?.message}
        help={host.trim() !== '' && !inside && !errors?.host ? t('ns:form.outside') : undefined}
        disabled={locked}
      >
        <TextInput {...form.register(`${place}.host`)} ltr autoComplete="off" placeholder={example} />
      </Field>
      {inside && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t('ns:form.ipv4')} error={errors?.ipv4?.message} disabled={locked}>
            <TextInput {...form.register(`${place}.ipv4`)} ltr mono inputMode="decimal" autoComplete="off" placeholder="203.0.113.53" />
          </Field>
          <Field label={t('ns:form.ipv6')} error={errors?.ipv6?.message} disabled={locked}>
            <TextInput {...form.register(`${place}.ipv6`)} ltr mono autoComplete="off" placeholder="2001:db8::53" />
          </Field>
        </div>
      )}
    </div>
  );
}
