import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { TopUp } from './useTopUp.ts';

/** A gift code. It is validated when applied; the provider returns its value, or why it is invalid. */
export function GiftField({ gift: { code, apply, busy, error, worth } }: { gift: TopUp['gift'] }) {
  const t = useT();
  const locale = currentLocale();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? code;
  const isChecked = text.trim().toUpperCase() === code.toUpperCase() && code !== '';
  const isApplied = isChecked && !error && !busy && worth > 0;
  const send = () => apply(text.trim());
  // Enter in this field applies the code instead of paying.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    send();
  };
  return (
    <Field
      label={t('payment:field.gift')}
      optional={t('common:optional')}
      error={isChecked && !busy ? error : undefined}
      success={isApplied ? t('payment:giftAdds', { amount: formatMoney(worth, locale) }) : undefined}
      live
    >
      <div className="flex gap-2.5">
        <TextInput
          mono
          className="min-w-0 flex-1"
          value={text}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          end={
            isApplied && (
              <IconButton
                icon={X}
                label={t('payment:removeCode')}
                onClick={() => {
                  setTyped('');
                  apply('');
                }}
              />
            )
          }
        />
        <Button type="button" busy={busy} busyLabel={t('common:loading')} onClick={send}>
          {t('payment:apply')}
        </Button>
      </div>
    </Field>
  );
}
