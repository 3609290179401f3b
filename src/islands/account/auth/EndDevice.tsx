import { useState } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import type { Device } from '../../../lib/contract/account/device.ts';
import { formatAge } from '../../../lib/format/date.ts';
import { useLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { AuthForm } from './AuthForm.tsx';
import type { Full } from './refused.ts';

interface EndDeviceProps {
  full: Full;
  onBack: () => void;
}

/** The session limit is reached: selects which one to end. */
export function EndDevice({ full, onBack }: EndDeviceProps) {
  const t = useT();
  const locale = useLocale();
  const [id, setId] = useState(full.devices.at(-1)?.id ?? null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const nameOf = ({ browser, os }: Device) =>
    browser && os ? t('auth:full.name', { browser, os }) : browser || os || t('auth:full.unknown');
  const submit = async () => {
    if (id === null || busy) return;
    setBusy(true);
    setError(null);
    try {
      await full.again(id);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <AuthForm
      title={t('auth:full.title')}
      lead={full.message}
      submit={{
        onSubmit: async (event) => {
          event?.preventDefault();
          await submit();
        },
        message: error?.message ?? null,
        error,
        busy,
      }}
      action={t('auth:full.submit')}
      busyAction={t('auth:signIn.busy')}
      after={
        <Button size="sm" kind="ghost" onClick={onBack}>
          {t('auth:second.back')}
        </Button>
      }
    >
      <RadioCards
        label={t('auth:full.devices')}
        value={id}
        onChange={setId}
        cards={full.devices.map((device) => ({
          value: device.id,
          label: nameOf(device),
          description: t('auth:full.device', { ip: device.ip, age: formatAge(device.lastActivity, locale) }),
        }))}
      />
    </AuthForm>
  );
}
