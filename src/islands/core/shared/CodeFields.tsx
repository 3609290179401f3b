import type { UseFormRegisterReturn } from 'react-hook-form';
import { useT } from '../../../lib/i18n/react.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

/** The text of a new code, as the customer enters it. */
export function CodeField({ error, ...input }: UseFormRegisterReturn & { error: string | undefined }) {
  const t = useT();
  return (
    <Field label={t('catalogue:code.field.code')} help={t('catalogue:code.field.codeHelp')} error={error}>
      <TextInput {...input} dir="ltr" autoComplete="off" autoCapitalize="characters" spellCheck={false} className="mono" />
    </Field>
  );
}

interface WorthFieldProps {
  isPercent: boolean;
  onChange: (isPercent: boolean) => void;
  /** In the order of the form. */
  kinds: readonly ('amount' | 'percent')[];
}

/** Whether a code is worth an amount or a percentage. */
export function WorthField({ isPercent, onChange, kinds }: WorthFieldProps) {
  const t = useT();
  return (
    <Field group label={t('catalogue:code.field.kind')}>
      <Segmented
        label={t('catalogue:code.field.kind')}
        value={isPercent ? 'percent' : 'amount'}
        onChange={(kind) => onChange(kind === 'percent')}
        segments={kinds.map((value) => ({ value, label: t(`catalogue:code.kind.${value}`) }))}
      />
    </Field>
  );
}

interface PercentFieldProps {
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  onBlur: () => void;
  error: string | undefined;
}

export function PercentField({ value, onChange, onBlur, error }: PercentFieldProps) {
  const t = useT();
  const label = t('catalogue:code.field.percent');
  return (
    <Field label={label} error={error}>
      <NumberInput
        value={value ?? null}
        onChange={onChange}
        onBlur={onBlur}
        min={0}
        max={100}
        suffix="%"
        decreaseLabel={t('catalogue:less', { label })}
        increaseLabel={t('catalogue:more', { label })}
      />
    </Field>
  );
}
