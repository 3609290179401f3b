import { Plus, Trash2 } from 'lucide-react';
import type { Output } from '../../../lib/contract/call.ts';
import type { BudgetForm, budget, CapAction } from '../../../lib/contract/finance/budget.ts';
import { currencyName, formatMoney, UNIT } from '../../../lib/format/money.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { AmountField } from '../../ui/AmountField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Select } from '../../ui/Select.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { unchosen } from './unchosen.ts';

type Caps = BudgetForm['perDomain'];

interface DomainCapsProps {
  caps: Caps;
  domains: Output<typeof budget.get>['domains'];
  /** The actions that can be chosen. */
  actions: readonly CapAction[];
  onChange: (caps: Caps) => void;
  /** The caps as they are saved. */
  saved: Caps;
  /** The error of the cap at an index; undefined: valid. */
  errorOf: (place: number, field: 'cap' | 'action') => string | undefined;
}

/** Caps of single domains, each with its own action. */
export function DomainCaps({ caps, domains, actions, onChange, saved, errorOf }: DomainCapsProps) {
  const t = useT();
  const locale = currentLocale();
  const free = domains.filter(({ id }) => !caps.some(({ domainId }) => domainId === id));
  const change = (domainId: string, values: Partial<Caps[number]>) =>
    onChange(caps.map((one) => (one.domainId === domainId ? { ...one, ...values } : one)));
  return (
    <Card
      title={t('budget:domains.title')}
      line
      actions={
        free.length > 0 && (
          <Menu
            label={t('budget:domains.add')}
            closeLabel={t('common:close')}
            align="end"
            items={free.map(({ id, name }) => ({
              key: id,
              label: nameToUnicode(name),
              onSelect: () => onChange([...caps, { domainId: id, cap: 50 * UNIT, action: unchosen }]),
            }))}
            trigger={(trigger) => (
              <Button size="sm" icon={Plus} {...trigger}>
                {t('budget:domains.add')}
              </Button>
            )}
          />
        )
      }
    >
      <p className="text-help text-text-3">{caps.length === 0 ? t('budget:domains.empty') : t('budget:domains.lead')}</p>
      <ul>
        {caps.map(({ domainId, cap, action }, place) => {
          const domain = domains.find(({ id }) => id === domainId);
          const name = domain?.name ?? '';
          return (
            <li key={domainId} className="mt-4 grid gap-2 border-border border-t pt-4">
              <div className="flex items-center gap-2">
                <DomainText className="truncate font-semibold">{name}</DomainText>
                <span className="text-caption text-text-3">
                  {t('budget:domains.spent', { amount: formatMoney(domain?.spent ?? 0, locale, { exact: true }) })}
                </span>
                <span className="ms-auto">
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={t('budget:domains.remove', { domain: name })}
                    onClick={() => onChange(caps.filter((one) => one.domainId !== domainId))}
                  />
                </span>
              </div>
              <div className="grid items-start gap-3 sm:grid-cols-2">
                <AmountField
                  label={t('budget:cap.amount', { currency: currencyName(currentLocale()) })}
                  value={cap}
                  onChange={(mills) => change(domainId, { cap: mills ?? 0 })}
                  error={errorOf(place, 'cap')}
                  hideLabel
                />
                <Field label={t('budget:cap.action')} hideLabel error={errorOf(place, 'action')}>
                  <Select
                    value={(action as typeof action | undefined) ?? null} // `unchosen` until it is chosen
                    onChange={(next) => change(domainId, { action: next })}
                    label={t('budget:cap.action')}
                    placeholder={t('budget:cap.choose')}
                    closeLabel={t('common:close')}
                    options={actions.map((value) => ({ value, label: t(`budget:cap.${value}`) }))}
                  />
                </Field>
              </div>
              <Rehearsal
                cap={cap}
                domainId={domainId}
                action={action}
                isSaved={saved.some((one) => one.domainId === domainId && one.cap === cap && one.action === action)}
              />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
