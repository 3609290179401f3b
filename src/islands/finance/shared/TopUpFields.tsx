import { brand } from '../../../config/brand.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { GiftField } from './GiftField.tsx';
import { formatTypedAmount, parseMills, short } from './money.ts';
import type { TopUp } from './useTopUp.ts';

/** Amount, gateway and gift code. */
export function TopUpFields({ topUp, compact }: { topUp: TopUp; compact?: boolean }) {
  const t = useT();
  const locale = currentLocale();
  const { gateways, presets, tiers, text, setText, gateway, setGateway, errors } = topUp;
  const limits = gateways.find(({ id }) => id === gateway);
  const [tier] = tiers;
  const percent = tier && formatPercent(tier.percent / 100, locale);
  const hints = [
    ...(limits && !compact ? [t('payment:range', { min: short(limits.min, locale), max: short(limits.max, locale) })] : []),
    ...(tier && percent ? [t('payment:bonusHint', { amount: short(tier.threshold, locale), percent })] : []),
  ];
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <Field label={t('payment:field.amount')} error={errors.amount} help={hints.join(' ') || undefined} live>
          <TextInput
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            value={text}
            suffix={brand.currency.code}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and cannot be a grid everywhere */}
        <div role="group" aria-label={t('payment:field.presets')} className="grid grid-cols-4 gap-2">
          {presets.map((preset) => (
            <Button
              key={preset}
              type="button"
              className="aria-pressed:bg-(--brand-soft)"
              aria-pressed={parseMills(text) === preset}
              onClick={() => setText(formatTypedAmount(preset))}
            >
              {short(preset, locale)}
            </Button>
          ))}
        </div>
      </div>
      <Field label={t('payment:field.gateway')} error={errors.gateway} group>
        <RadioCards
          name="gateway"
          value={gateway}
          onChange={setGateway}
          cards={gateways.map(({ id }) => ({
            value: id,
            label: t(`payment:gateway.${id}`),
            description: t(`payment:gatewayText.${id}`),
          }))}
        />
      </Field>
      {!compact &&
        (topUp.saveCard === null ? (
          <p className="text-help text-text-3">{t('payment:noSaving')}</p>
        ) : (
          <Checkbox
            checked={topUp.saveCard}
            onChange={(event) => topUp.setSaveCard(event.target.checked)}
            label={t('payment:field.saveCard')}
            help={t('payment:saveCardHelp')}
          />
        ))}
      <GiftField gift={topUp.gift} />
    </div>
  );
}
