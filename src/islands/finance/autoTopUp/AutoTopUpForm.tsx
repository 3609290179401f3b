import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/errors.ts';
import { useWrite } from '../../../lib/api/query.ts';
import { type AutoTopUp, autoTopUp, type SavedCard, type AutoTopUpForm as Values } from '../../../lib/contract/finance/autoTopUp.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../../lib/forms/useFormSubmit.ts';
import { useIntentKey } from '../../../lib/forms/useIntentKey.ts';
import { useUnsavedGuard } from '../../../lib/forms/useUnsavedGuard.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { cardTitle } from '../../../lib/rules/finance/card.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ConflictBanner } from '../../ui/ConflictBanner.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { AmountField, currencyName } from '../shared/AmountField.tsx';

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
  /** The saved settings that the form started from. */
  const [seen, setSeen] = useState(saved);
  const [theirs, setTheirs] = useState<AutoTopUp | null>(null);
  const form = useContractForm({ schema: loadSchema, defaultValues: valuesOf(saved) });
  const values = form.watch();
  const dirty = JSON.stringify(values) !== JSON.stringify(valuesOf(seen));
  useUnsavedGuard(dirty);
  const begin = (next: AutoTopUp) => {
    setSeen(next);
    setTheirs(null);
    form.reset(valuesOf(next));
  };
  // Another tab saved newer settings, or a charge has failed, and there are no local edits: the form takes it over.
  useEffect(() => {
    if (!dirty && (saved.version > seen.version || saved.pausedAt !== seen.pausedAt)) begin(saved);
  });
  const update = useWrite(autoTopUp.update, { notices: 'form' });
  const keyFor = useIntentKey();
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    const input = { ...checked, version: seen.version };
    try {
      begin((await update.mutateAsync({ ...input, $send: { idempotencyKey: keyFor(JSON.stringify(input)) } })).autoTopUp);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.autoTopUp as AutoTopUp); // the provider sends the current ones
    }
  });
  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    // The names and types are those of the form's own values.
    form.setValue(name as 'threshold', value as number, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const { errors } = form.formState;
  const { enabled, threshold, amount, cardId } = values;
  const currency = currencyName();
  const money = (mills: number) => formatMoney(mills, locale);
  const isPaused = seen.enabled && seen.pausedAt !== null;
  return (
    <form noValidate aria-label={t('autoTopUp:title')} onSubmit={onSubmit} className="grid content-start gap-[18px]">
      {isPaused && seen.pausedAt && (
        <Banner
          tone="danger"
          action={
            <Button type="submit" size="sm" busy={busy}>
              {t('autoTopUp:resume')}
            </Button>
          }
        >
          {t('autoTopUp:paused', { date: formatDate(seen.pausedAt, locale) })}
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
      <SaveBar
        faults={faults}
        message={message}
        note={dirty && t('autoTopUp:dirty')}
        busy={busy}
        saveLabel={t('common:save')}
        conflict={
          theirs && (
            <ConflictBanner
              title={t('autoTopUp:conflict')}
              rows={[
                { label: t('autoTopUp:title'), mine: state(enabled), theirs: state(theirs.enabled) },
                { label: t('autoTopUp:threshold', { currency }), mine: money(threshold), theirs: money(theirs.threshold) },
                { label: t('autoTopUp:amount', { currency }), mine: money(amount), theirs: money(theirs.amount) },
              ]}
              busy={busy}
              keepLabel={t('common:keepWriting')}
              onKeep={() => {
                setSeen(theirs);
                setTheirs(null);
              }}
              onTake={() => begin(theirs)}
            />
          )
        }
      >
        {dirty && (
          <Button kind="ghost" onClick={() => begin(seen)}>
            {t('common:discard')}
          </Button>
        )}
      </SaveBar>
    </form>
  );

  function state(on: boolean): string {
    return t(on ? 'autoTopUp:state.on' : 'autoTopUp:state.off');
  }
}
