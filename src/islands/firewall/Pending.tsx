import { useId, useState } from 'react';
import type { Domain } from '../../lib/contract/domain.ts';
import { counted } from '../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { type UndeployedChange, undeployedRules } from '../../lib/rules/edge/undeployed.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { labelOfField, nameOfRule, ruleFields, sayField } from './say.ts';
import type { FirewallData } from './useFirewall.ts';
import { useRuleActions } from './useRuleActions.ts';

/** What is saved and not deployed, and what deploying it would change. */
export function Pending({ domain, data: { rules, groups } }: { domain: Domain; data: FirewallData }) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { toggle, busyId } = useRuleActions(domain.id);
  const changes = undeployedRules('firewall', rules);
  if (changes.length === 0) return null;
  const draw = ({ id: ruleId, kind, fields }: UndeployedChange) => {
    const rule = rules.find((one) => one.id === ruleId);
    if (!rule) return null;
    return (
      <li key={ruleId} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-2.5">
        <div className="min-w-0 flex-1 basis-56">
          <bdi className="font-semibold [overflow-wrap:anywhere]">{nameOfRule(rule, groups)}</bdi>
          {kind === 'added' && <p className="text-help text-text-2">{t('firewall:pending.added')}</p>}
          {fields.map(({ name }) => {
            const field = ruleFields.find((one) => one === name);
            if (!field || !rule.deployed) return null;
            return (
              <p key={name} className="text-help text-text-2">
                {labelOfField(t, field)}:{' '}
                <del className="text-danger">
                  <bdi>{sayField(t, rule.deployed, field, groups) || t('firewall:pending.none')}</bdi>
                </del>{' '}
                <span className="sr-only">{t('firewall:pending.becomes')}</span>
                <ins className="text-success no-underline">
                  <bdi>{sayField(t, rule, field, groups) || t('firewall:pending.none')}</bdi>
                </ins>
              </p>
            );
          })}
        </div>
        <Button size="sm" onClick={() => toggle(ruleId, true)} busy={busyId === ruleId}>
          {t('firewall:pending.deploy')}
        </Button>
      </li>
    );
  };
  return (
    <div className="grid gap-0">
      <Banner
        tone="neutral"
        action={
          <button type="button" className="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? t('firewall:pending.hide') : t('firewall:pending.show')}
          </button>
        }
      >
        {t('firewall:pending.title', counted(changes.length, currentLocale()))}
      </Banner>
      <ul id={id} hidden={!open} className="px-[18px] text-ui">
        {open && changes.map(draw)}
      </ul>
    </div>
  );
}
