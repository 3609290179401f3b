import { ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { DAY, iso } from '../../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TimeInput } from '../../ui/TimeInput.tsx';

const formatMinute = (time: number) => iso(Math.floor(time / 60_000) * 60_000);

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
  const [start, setStart] = useState<string | null>(from || formatMinute(Date.now() - DAY));
  const [end, setEnd] = useState<string | null>(to || formatMinute(Date.now()));
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (start && end) onApply({ from: start, to: end });
      }}
    >
      {(
        [
          ['from', start, setStart],
          ['to', end, setEnd],
        ] as const
      ).map(([name, value, set]) => (
        <Field key={name} label={t(`report:custom.${name}`)}>
          <TimeInput value={value} required onChange={set} />
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
