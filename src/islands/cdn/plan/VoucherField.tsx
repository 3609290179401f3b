import { X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFaultFocus } from '../../../browser/forms/useFaultFocus.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

interface VoucherFieldProps {
  /** The last requested code; empty: none. */
  code: string;
  onChange: (code: string) => void;
  busy: boolean;
  error: string | undefined;
  /** It reduces the shown price. */
  applied: boolean;
}

/** A voucher code. The provider returns its value, or why it is invalid. */
export function VoucherField({ code, onChange, busy, error, applied }: VoucherFieldProps) {
  const t = useT();
  const [text, setText] = useState(code);
  const form = useRef<HTMLFormElement>(null);
  const showFault = useFaultFocus();
  useEffect(() => {
    if (error && !busy) showFault(form.current);
  }, [error, busy, showFault]);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim());
  };
  const isChecked = text.trim() === code;
  return (
    <form ref={form} noValidate onSubmit={apply}>
      <Field
        label={t('plan:dialog.voucher')}
        optional={t('common:optional')}
        error={isChecked && !busy ? error : undefined}
        success={applied && isChecked ? t('plan:dialog.applied') : undefined}
        live
      >
        <div className="flex gap-2.5">
          <TextInput
            mono
            className="flex-1"
            value={text}
            maxLength={40}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            end={
              applied &&
              isChecked && (
                <IconButton
                  icon={X}
                  label={t('plan:dialog.remove')}
                  onClick={() => {
                    setText('');
                    onChange('');
                  }}
                />
              )
            }
          />
          <Button type="submit" busy={busy} busyLabel={t('common:loading')}>
            {t('plan:dialog.apply')}
          </Button>
        </div>
      </Field>
    </form>
  );
}
