import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Field } from './Field.tsx';
import { NumberInput } from './NumberInput.tsx';

export interface PriorityFieldProps {
  /** Empty: the end of the list. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  onBlur?: (() => void) | undefined;
  error?: ReactNode;
}

/** The place of a rule in its list. Needs the texts of `rules`. */
export function PriorityField({ value, onChange, onBlur, error }: PriorityFieldProps) {
  const t = useT();
  const label = t('rules:priority');
  return (
    <Field label={label} optional={t('common:optional')} help={t('rules:priorityHint')} error={error}>
      <NumberInput
        value={value ?? null}
        onChange={(next) => onChange(next ?? undefined)}
        onBlur={onBlur}
        min={1}
        decreaseLabel={t('rules:less', { label })}
        increaseLabel={t('rules:more', { label })}
      />
    </Field>
  );
}
