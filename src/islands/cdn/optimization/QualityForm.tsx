import { type FormEvent, useState } from 'react';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';

const MIN = 1;
const MAX = 100;

/** A number is typed digit by digit, so it is saved by a button, shown once it differs. */
export function QualityForm({ value, onSave }: { value: number; onSave: (quality: number) => Promise<boolean> }) {
  const t = useT();
  const [typed, setTyped] = useState<number | null>(value);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const showFault = useFaultFocus();
  const isValid = typed !== null && Number.isInteger(typed) && typed >= MIN && typed <= MAX;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isValid) return showFault(event.currentTarget);
    if (busy || typed === value) return;
    setBusy(true);
    await onSave(typed).finally(() => setBusy(false));
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start justify-end gap-2">
      <Field
        label={t('optimization:quality.title')}
        hideLabel
        live
        error={tried && !isValid ? t('optimization:error.quality', { min: MIN, max: MAX }) : undefined}
        className="w-[150px]"
      >
        <NumberInput
          value={typed}
          onChange={setTyped}
          min={MIN}
          max={MAX}
          suffix="%"
          decreaseLabel={t('rules:less', { label: t('optimization:quality.title') })}
          increaseLabel={t('rules:more', { label: t('optimization:quality.title') })}
        />
      </Field>
      {typed !== value && (
        <Button kind="primary" type="submit" busy={busy}>
          {t('optimization:quality.save')}
        </Button>
      )}
    </form>
  );
}
