import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/errors.ts';
import { useRead, useWrite } from '../../../lib/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { type Budget, budget, type CapAction, capActions } from '../../../lib/contract/finance/budget.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useContractForm } from '../../../lib/forms/useContractForm.ts';
import { useFormSubmit } from '../../../lib/forms/useFormSubmit.ts';
import { useUnsavedGuard } from '../../../lib/forms/useUnsavedGuard.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ConflictBanner } from '../../ui/ConflictBanner.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { AmountField, currencyName, UNIT } from '../shared/AmountField.tsx';
import { DomainCaps } from './DomainCaps.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { unchosen } from './unchosen.ts';

const loadSchema = async () => (await import('../../../lib/contract/finance/budget.ts')).BudgetForm;
/** Preset percentages; one saved through the API is offered too. */
const offered = [50, 80, 90, 100, 120];
const valuesOf = ({ version: _, ...values }: Budget) => values;

interface BudgetFormProps {
  saved: Budget;
  domains: Output<typeof budget.get>['domains'];
}

export function BudgetForm({ saved, domains }: BudgetFormProps) {
  const t = useT();
  const locale = currentLocale();
  /** The saved values that the form started from. */
  const [seen, setSeen] = useState(saved);
  const [theirs, setTheirs] = useState<Budget | null>(null);
  const form = useContractForm({ schema: loadSchema, defaultValues: valuesOf(saved) });
  const values = form.watch();
  const dirty = JSON.stringify(values) !== JSON.stringify(valuesOf(seen));
  useUnsavedGuard(dirty);
  const begin = (next: Budget) => {
    setSeen(next);
    setTheirs(null);
    form.reset(valuesOf(next));
  };
  // Another tab saved a newer version and there are no local edits: the form takes it over.
  useEffect(() => {
    if (!dirty && saved.version > seen.version) begin(saved);
  });
  const update = useWrite(budget.update, { notices: 'form' });
  const { onSubmit, message, faults, busy } = useFormSubmit(form, async (checked) => {
    try {
      begin((await update.mutateAsync({ ...checked, version: seen.version })).budget);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      setTheirs(error.details.budget as Budget); // the provider sends the current one
    }
  });
  const set = <K extends keyof typeof values>(name: K, value: (typeof values)[K]) => {
    // The names and types match the form's values.
    form.setValue(name as 'monthly', value as number | null, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const { errors } = form.formState;
  const { monthly, thresholds, hardCap } = values;
  const capAction: CapAction | undefined = values.capAction;
  const percents = [...new Set([...offered, ...seen.thresholds])].sort((a, b) => a - b);
  const currency = currencyName();
  const amount = (mills: number | null) => (mills === null ? '–' : formatMoney(mills, locale));
  const hasEdge = useRead(provider.capabilities, {}).data?.capabilities.edge === 'connected';
  // What was chosen while an edge was connected stays a choice.
  const used = [seen.capAction, ...seen.perDomain.map(({ action }) => action)];
  const offeredActions = capActions.filter((one) => one === 'notify' || one === 'pause' || hasEdge || used.includes(one));
  const actions = offeredActions.map((value) => ({
    value,
    label: t(`budget:cap.${value}`),
    description: t(`budget:cap.${value}Help`),
  }));
  return (
    <form noValidate aria-label={t('budget:title')} onSubmit={onSubmit} className="grid content-start gap-[18px]">
      <Card title={t('budget:budget.title')} line>
        <div className="grid gap-5">
          <Checkbox
            checked={monthly !== null}
            onChange={(event) => set('monthly', event.target.checked ? (seen.monthly ?? 100 * UNIT) : null)}
            label={t('budget:budget.on')}
            help={t('budget:budget.amountHelp')}
          />
          {monthly !== null && (
            <>
              <div className="max-w-60">
                <AmountField
                  label={t('budget:budget.amount', { currency })}
                  value={monthly}
                  onChange={(mills) => set('monthly', mills ?? 0)}
                  error={errors.monthly?.message}
                />
              </div>
              <Field
                label={t('budget:budget.thresholds')}
                help={t('budget:budget.thresholdsHelp')}
                error={errors.thresholds?.message ?? errors.thresholds?.root?.message}
                group
              >
                <div className="flex flex-wrap gap-x-5 gap-y-2">
                  {percents.map((percent) => (
                    <Checkbox
                      key={percent}
                      checked={thresholds.includes(percent)}
                      onChange={(event) => {
                        const others = thresholds.filter((one) => one !== percent);
                        set('thresholds', event.target.checked ? [...others, percent].sort((a, b) => a - b) : others);
                      }}
                      label={t('budget:budget.percent', { n: formatNumber(percent, locale) })}
                    />
                  ))}
                </div>
              </Field>
            </>
          )}
        </div>
      </Card>
      <Card title={t('budget:cap.title')} line>
        <div className="grid gap-5">
          <Checkbox
            checked={hardCap !== null}
            onChange={(event) => {
              set('hardCap', event.target.checked ? (seen.hardCap ?? 200 * UNIT) : null);
              // What a new cap does is the customer's decision; without a cap, the saved action stays valid.
              set('capAction', event.target.checked && seen.hardCap === null ? unchosen : seen.capAction);
            }}
            label={t('budget:cap.on')}
          />
          {hardCap !== null && (
            <>
              <div className="grid gap-2">
                <div className="max-w-60">
                  <AmountField
                    label={t('budget:cap.amount', { currency })}
                    value={hardCap}
                    onChange={(mills) => set('hardCap', mills ?? 0)}
                    error={errors.hardCap?.message}
                  />
                </div>
                <Rehearsal cap={hardCap} action={capAction} isSaved={hardCap === seen.hardCap && capAction === seen.capAction} />
              </div>
              <Field
                label={t('budget:cap.action')}
                help={hasEdge ? t('budget:cap.limits') : t('budget:cap.edge')}
                error={errors.capAction?.message}
                group
              >
                <RadioCards value={capAction ?? null} onChange={(next) => set('capAction', next)} cards={actions} min={220} />
              </Field>
            </>
          )}
        </div>
      </Card>
      <DomainCaps
        caps={values.perDomain}
        actions={offeredActions}
        domains={domains}
        onChange={(caps) => set('perDomain', caps)}
        saved={seen.perDomain}
        errorOf={(place, field) => errors.perDomain?.[place]?.[field]?.message}
      />
      <SaveBar
        faults={faults}
        message={message}
        note={dirty && t('budget:dirty')}
        busy={busy}
        saveLabel={t('common:save')}
        conflict={
          theirs && (
            <ConflictBanner
              title={t('budget:conflict')}
              rows={[
                { label: t('budget:budget.title'), mine: amount(monthly), theirs: amount(theirs.monthly) },
                { label: t('budget:cap.title'), mine: amount(hardCap), theirs: amount(theirs.hardCap) },
                {
                  label: t('budget:cap.action'),
                  mine: capAction ? t(`budget:cap.${capAction}`) : '–',
                  theirs: t(`budget:cap.${theirs.capAction}`),
                },
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
}
