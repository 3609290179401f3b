import { ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

const DAY = 86_400_000;
/** The value of a datetime input: local time, to the minute. */
const localText = (at: Date): string => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

interface CustomRangeProps {
  /** ISO 8601; empty: not chosen yet. */
  from: string;
  to: string;
  onApply: (range: { from: string; to: string }) => void;
  /** Back to what was shown before. */
  onReset?: (() => void) | undefined;
}

/** A period with its own start and end, in local time. */
export function CustomRange({ from, to, onApply, onReset }: CustomRangeProps) {
  const t = useT();
  const [start, setStart] = useState(() => localText(from ? new Date(from) : new Date(Date.now() - DAY)));
  const [end, setEnd] = useState(() => localText(to ? new Date(to) : new Date()));
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (start && end) onApply({ from: new Date(start).toISOString(), to: new Date(end).toISOString() });
      }}
    >
      {(
        [
          ['from', start, setStart],
          ['to', end, setEnd],
        ] as const
      ).map(([name, value, set]) => (
        <Field key={name} label={t(`report:custom.${name}`)}>
          <TextInput type="datetime-local" ltr value={value} required onChange={(changed) => set(changed.target.value)} />
        </Field>
      ))}
      <Button type="submit">{t('report:custom.apply')}</Button>
      {onReset && (
        <Button icon={ZoomOut} onClick={onReset}>
          {t('report:custom.reset')}
        </Button>
      )}
    </form>
  );
}
