import { useRead, useWrite } from '../../../browser/api/query.ts';
import { useVersionedForm } from '../../../browser/forms/useVersionedForm.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { type Budget, budget, type CapAction, capActions } from '../../../lib/contract/finance/budget.ts';
import { currencyName, formatMoney, UNIT } from '../../../lib/format/money.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { SettingsBar } from '../../ui/SettingsBar.tsx';
import { DomainCaps } from './DomainCaps.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { unchosen } from './unchosen.ts';

const loadSchema = async () => (await import('../../../lib/contract/finance/budget.ts')).BudgetForm;
/** Preset percentages; one saved through the API is offered too. */
const offered = [50, 80, 90, 100, 120];
const toFormValues = ({ version: _, ...values }: Budget) => values;

interface BudgetFormProps {
  saved: Budget;
  domains: Output<typeof budget.get>['domains'];
}

export function BudgetForm({ saved, domains }: BudgetFormProps) {
  const t = useT();
  const locale = currentLocale();
  const update = useWrite(budget.update, { notices: 'form' });
  const settings = useVersionedForm({
    schema: loadSchema,
    saved,
    valuesOf: toFormValues,
    send: async (checked, version) => (await update.mutateAsync({ ...checked, version })).budget,
    conflictField: 'budget',
  });
  const { form, values, start, set, onSubmit } = settings;
  const { errors } = form.formState;
  const { monthly, thresholds, hardCap } = values;
  const capAction: CapAction | undefined = values.capAction;
  const percents = [...new Set([...offered, ...start.thresholds])].sort((a, b) => a - b);
  const currency = currencyName(currentLocale());
  const amount = (mills: number | null) => (mills === null ? '–' : formatMoney(mills, locale));
  const hasEdge = useRead(provider.capabilities, {}).data?.capabilities.edge === 'connected';
  // What was chosen while an edge was connected stays a choice.
  const used = [start.capAction, ...start.perDomain.map(({ action }) => action)];
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
            onChange={(event) => set('monthly', event.target.checked ? (start.monthly ?? 100 * UNIT) : null)}
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
                      label={t('budget:budget.percent', { n: formatPercent(percent / 100, locale) })}
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
              set('hardCap', event.target.checked ? (start.hardCap ?? 200 * UNIT) : null);
              // What a new cap does is the customer's decision; without a cap, the saved action stays valid.
              set('capAction', event.target.checked && start.hardCap === null ? unchosen : start.capAction);
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
                <Rehearsal cap={hardCap} action={capAction} isSaved={hardCap === start.hardCap && capAction === start.capAction} />
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
        saved={start.perDomain}
        errorOf={(place, field) => errors.perDomain?.[place]?.[field]?.message}
      />
      <SettingsBar
        form={settings}
        note={t('budget:dirty')}
        conflict={t('budget:conflict')}
        rowsOf={(theirs) => [
          { label: t('budget:budget.title'), mine: amount(monthly), theirs: amount(theirs.monthly) },
          { label: t('budget:cap.title'), mine: amount(hardCap), theirs: amount(theirs.hardCap) },
          {
            label: t('budget:cap.action'),
            mine: capAction ? t(`budget:cap.${capAction}`) : '–',
            theirs: t(`budget:cap.${theirs.capAction}`),
          },
        ]}
      />
    </form>
  );
}
