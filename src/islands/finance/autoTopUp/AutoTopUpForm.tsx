import { useWrite } from '../../../browser/api/query.ts';
import { useIntentKey } from '../../../browser/forms/useIntentKey.ts';
import { useVersionedForm } from '../../../browser/forms/useVersionedForm.ts';
import { type AutoTopUp, autoTopUp, type SavedCard, type AutoTopUpForm as Values } from '../../../lib/contract/finance/autoTopUp.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { currencyName, formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { cardTitle } from '../../../lib/rules/finance/card.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SettingsBar } from '../../ui/SettingsBar.tsx';

const loadSchema = async () => (await import('../../../lib/contract/finance/autoTopUp.ts')).AutoTopUpForm;

interface AutoTopUpFormProps {
  saved: AutoTopUp;
  /** One at least. */
  cards: readonly SavedCard[];
  perDay: number;
}

export function AutoTopUpForm({ saved, cards, perDay }: AutoTopUpFormProps) {
  const t = useT();
  const locale = currentLocale();
  const offered = cards.find(({ isExpired }) => !isExpired) ?? cards[0];
  const valuesOf = ({ enabled, threshold, amount, cardId }: AutoTopUp): Values => ({
    enabled,
    threshold,
    amount,
    cardId: cards.some(({ id }) => id === cardId) ? cardId : (offered?.id ?? null),
  });
  const update = useWrite(autoTopUp.update, { notices: 'form' });
  const keyFor = useIntentKey();
  const settings = useVersionedForm({
    schema: loadSchema,
    saved,
    valuesOf,
    async send(checked, version) {
      const input = { ...checked, version };
      return (await update.mutateAsync({ ...input, $send: { idempotencyKey: keyFor(JSON.stringify(input)) } })).autoTopUp;
    },
    conflictField: 'autoTopUp',
    // A charge that failed pauses it without a new version.
    isNewer: (next, before) => next.version > before.version || next.pausedAt !== before.pausedAt,
  });
  const { form, values, start, set, busy, onSubmit } = settings;
  const { errors } = form.formState;
  const { enabled, threshold, amount, cardId } = values;
  const currency = currencyName(currentLocale());
  const money = (mills: number) => formatMoney(mills, locale);
  const isPaused = start.enabled && start.pausedAt !== null;
  return (
    <form noValidate aria-label={t('autoTopUp:title')} onSubmit={onSubmit} className="grid content-start gap-[18px]">
      {isPaused && start.pausedAt && (
        <Banner
          tone="danger"
          action={
            <Button type="submit" size="sm" busy={busy}>
              {t('autoTopUp:resume')}
            </Button>
          }
        >
          {t('autoTopUp:paused', { date: formatDate(start.pausedAt, locale) })}
        </Banner>
      )}
      <Card>
        <div className="grid gap-5">
          <Checkbox
            checked={enabled}
            onChange={(event) => set('enabled', event.target.checked)}
            label={t('autoTopUp:on')}
            help={t('autoTopUp:onHelp', { n: formatNumber(perDay, locale) })}
          />
          {enabled && (
            <>
              <div className="grid gap-5 sm:grid-cols-2">
                <AmountField
                  label={t('autoTopUp:threshold', { currency })}
                  value={threshold}
                  onChange={(mills) => set('threshold', mills ?? 0)}
                  error={errors.threshold?.message}
                />
                <AmountField
                  label={t('autoTopUp:amount', { currency })}
                  value={amount}
                  onChange={(mills) => set('amount', mills ?? 0)}
                  error={errors.amount?.message}
                />
              </div>
              <Field label={t('autoTopUp:card')} error={errors.cardId?.message} group>
                <RadioCards
                  value={cardId}
                  onChange={(next) => set('cardId', next)}
                  min={220}
                  cards={cards.map((card) => ({
                    value: card.id,
                    label: <bdi>{cardTitle(card)}</bdi>,
                    description: card.isExpired
                      ? t('autoTopUp:cards.expired')
                      : t('autoTopUp:cards.expires', { month: formatMonth(card.expires, locale) }),
                  }))}
                />
              </Field>
            </>
          )}
        </div>
      </Card>
      <SettingsBar
        form={settings}
        note={t('autoTopUp:dirty')}
        conflict={t('autoTopUp:conflict')}
        rowsOf={(theirs) => [
          { label: t('autoTopUp:title'), mine: state(enabled), theirs: state(theirs.enabled) },
          { label: t('autoTopUp:threshold', { currency }), mine: money(threshold), theirs: money(theirs.threshold) },
          { label: t('autoTopUp:amount', { currency }), mine: money(amount), theirs: money(theirs.amount) },
        ]}
      />
    </form>
  );

  function state(on: boolean): string {
    return t(on ? 'autoTopUp:state.on' : 'autoTopUp:state.off');
  }
}
