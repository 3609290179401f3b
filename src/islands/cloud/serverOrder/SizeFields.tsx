import type { ServerPlan } from '../../../lib/contract/cloud/serverCatalogue.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { counted, formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { orderDefaults } from '../../../lib/rules/cloud/order.ts';
import { customSize, diskKinds, type ServerPlanId } from '../../../lib/rules/cloud/rates.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Part } from './Part.tsx';
import type { PartProps } from './types.ts';

const diskNames = { ssd: 'SSD', nvme: 'NVMe' } as const;

/** A predefined or custom size. */
export function SizeFields({ form, values, set, plans }: PartProps & { plans: readonly ServerPlan[] }) {
  const t = useT();
  const locale = currentLocale();
  const { errors } = form.formState;
  const free = plans.find(({ id }) => id === 'free');
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  const cards = plans.map(({ id, name, specifications: { cpu, ram, disk }, price, available }) => ({
    value: id,
    label: name,
    end: id === 'free' ? t('serverOrder:free') : `${formatMoney(price.monthly, locale, { exact: true })} ${t('serverOrder:per.monthly')}`,
    description: (
      <>
        <span className="block">
          {[t('serverOrder:vcores', counted(cpu, locale)), formatTraffic(ram, locale), disk.display].join(' · ')}
        </span>
        {id !== 'free' && <span className="block">{`${money(price.hourly)} ${t('serverOrder:per.hourly')}`}</span>}
      </>
    ),
    disabled: !available,
    reason: t('serverOrder:oneDay.used'),
  }));
  const choose = (plan: ServerPlanId) =>
    set(
      plan === 'free'
        ? { plan, quantity: 1, period: 'payg', extra: orderDefaults.extra, volumes: [], backups: false, isCustom: false }
        : { plan, isCustom: false },
    );
  const steps = { decreaseLabel: t('serverOrder:less'), increaseLabel: t('serverOrder:more') };
  return (
    <Part number={3} title={t('serverOrder:size')} note={t('serverOrder:sizeNote')}>
      {!values.isCustom && (
        <Field label={t('serverOrder:plan')} hideLabel group error={errors.plan?.message}>
          <RadioCards value={values.plan} onChange={choose} cards={cards} min={280} />
        </Field>
      )}
      <Checkbox
        label={t('serverOrder:custom')}
        checked={values.isCustom}
        onChange={({ target }) => set({ isCustom: target.checked, plan: target.checked ? null : orderDefaults.plan })}
      />
      {values.isCustom && (
        <div className="grid gap-[18px] sm:grid-cols-2">
          <Field label={t('serverOrder:cpu')} error={errors.cpu?.message}>
            <NumberInput
              {...steps}
              {...customSize.cpu}
              value={values.cpu}
              onChange={(cpu) => set({ cpu: cpu ?? 0 })}
              suffix={t('serverOrder:cores')}
            />
          </Field>
          <Field label={t('serverOrder:ram')} error={errors.ram?.message}>
            <NumberInput {...steps} {...customSize.ram} value={values.ram} onChange={(ram) => set({ ram: ram ?? 0 })} suffix="GB" />
          </Field>
          <Field label={t('serverOrder:disk')} error={errors.disk?.value?.message}>
            <NumberInput
              {...steps}
              {...customSize.disk}
              value={values.disk.value}
              onChange={(value) => set({ disk: { ...values.disk, value: value ?? 0 } })}
              suffix="GB"
            />
          </Field>
          <Field label={t('serverOrder:diskType')} group>
            <Segmented
              label={t('serverOrder:diskType')}
              value={values.disk.type}
              onChange={(type) => set({ disk: { ...values.disk, type } })}
              segments={diskKinds.map((type) => ({ value: type, label: <bdi>{diskNames[type]}</bdi> }))}
            />
          </Field>
        </div>
      )}
      {values.plan === 'free' && !values.isCustom && <Banner tone="info">{t('serverOrder:oneDay.note')}</Banner>}
      {values.plan !== 'free' && !values.isCustom && free?.available && (
        <button type="button" className="link justify-self-start text-help" onClick={() => choose('free')}>
          {t('serverOrder:oneDay.try')}
        </button>
      )}
    </Part>
  );
}
