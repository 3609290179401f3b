import { Plus } from 'lucide-react';
import type { SshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { minPasswordLength } from '../../../lib/rules/cloud/order.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { KeyChoice } from '../shared/sshKey/KeyChoice.tsx';
import { Part } from './Part.tsx';
import type { PartProps } from './types.ts';

/** How to sign in first. */
export function AccessFields({
  form,
  values,
  set,
  number,
  keys,
  onAddKey,
}: PartProps & { number: number; keys: readonly SshKey[]; onAddKey: () => void }) {
  const t = useT();
  const { password } = values;
  const errors = form.formState.errors.password;
  return (
    <Part number={number} title={t('serverOrder:access')}>
      <Field label={t('serverOrder:access')} hideLabel group>
        <RadioCards
          value={password.type}
          onChange={(type) => set({ password: { ...password, type } })}
          min={190}
          cards={[
            { value: 'otp', label: t('serverOrder:otp'), description: t('serverOrder:otpHelp') },
            { value: 'sshKey', label: t('serverOrder:ssh'), description: t('serverOrder:sshHelp') },
            { value: 'custom', label: t('serverOrder:own'), description: t('serverOrder:ownHelp') },
          ]}
        />
      </Field>
      {password.type === 'sshKey' && (
        <Field label={t('serverOrder:keys')} group error={errors?.sshKeyIds?.message}>
          <div className="grid gap-2.5">
            {keys.length === 0 && <p className="text-text-3 text-ui">{t('serverOrder:noKeys')}</p>}
            <KeyChoice
              keys={keys}
              chosen={password.sshKeyIds ?? []}
              onChange={(sshKeyIds) => set({ password: { ...password, sshKeyIds } })}
            />
            <Button icon={Plus} size="sm" className="justify-self-start" onClick={onAddKey}>
              {t('serverOrder:addKey')}
            </Button>
          </div>
        </Field>
      )}
      {password.type === 'custom' && (
        <Field
          label={t('serverOrder:password')}
          help={t('serverOrder:passwordHelp', { min: formatNumber(minPasswordLength, currentLocale()) })}
          error={errors?.value?.message}
        >
          <PasswordInput
            {...form.register('password.value')}
            autoComplete="new-password"
            showLabel={t('serverOrder:showPassword')}
            hideLabel={t('serverOrder:hidePassword')}
            capsLock={t('serverOrder:capsLock')}
            className="max-w-96"
          />
        </Field>
      )}
    </Part>
  );
}
