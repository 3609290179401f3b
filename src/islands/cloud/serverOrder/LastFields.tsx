import { useT } from '../../../lib/i18n/react.tsx';
import { serverNames } from '../../../lib/rules/cloud/order.ts';
import { maxQuantity } from '../../../lib/rules/cloud/rates.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { Part } from './Part.tsx';
import type { PartProps } from './types.ts';

/** Name, quantity, and rarely used options. */
export function LastFields({ form, values, set, number }: PartProps & { number: number }) {
  const t = useT();
  const { errors } = form.formState;
  const [first = '', second = ''] = serverNames(values.nameServer.trim() || 'web', 2);
  return (
    <>
      <Part number={number} title={t('serverOrder:name')}>
        <div className="grid gap-[18px] sm:grid-cols-[minmax(0,1fr)_150px]">
          <Field label={t('serverOrder:serverName')} help={t('serverOrder:nameHelp', { first, second })} error={errors.nameServer?.message}>
            <TextInput {...form.register('nameServer')} ltr mono autoComplete="off" placeholder="web-1" />
          </Field>
          <Field label={t('serverOrder:quantity')} error={errors.quantity?.message}>
            <NumberInput
              value={values.quantity}
              onChange={(quantity) => set({ quantity: quantity ?? 0 })}
              min={1}
              max={maxQuantity}
              disabled={values.plan === 'free'}
              decreaseLabel={t('serverOrder:less')}
              increaseLabel={t('serverOrder:more')}
            />
          </Field>
        </div>
      </Part>
      <Part number={number + 1} title={t('serverOrder:advanced')}>
        <Checkbox {...form.register('autopilot')} label={t('serverOrder:autopilot')} help={t('serverOrder:autopilotHelp')} />
        <Field
          label={t('serverOrder:userData')}
          optional={t('common:optional')}
          help={t('serverOrder:userDataHelp')}
          error={errors.userData?.message}
        >
          <Textarea {...form.register('userData')} mono rows={5} autoComplete="off" placeholder={'#cloud-config\npackages:\n  - nginx'} />
        </Field>
      </Part>
    </>
  );
}
