import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import { type FirewallRule, firewall } from '../../../lib/contract/cdn/firewall.ts';
import { t, useT } from '../../../lib/i18n/react.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';
import { useRuleActions } from '../shared/rules/useRuleActions.ts';

/** The immediate actions of a row: the switch, moving, and deleting. Each needs confirmation if it would block the customer. */
export function useFirewallActions(domainId: string, rules: readonly FirewallRule[]) {
  const translate = useT();
  const switching = useWrite(firewall.toggleDeploy, { notices: 'form', success: 'none', failed: t('rules:toggleFailed') });
  const ordering = useWrite(firewall.reorder, { notices: 'form', success: 'none' });
  const removing = useWrite(firewall.delete, { notices: 'form', success: 'none' });
  const creating = useWrite(firewall.create, { success: 'none' });
  return useRuleActions(rules, {
    toggle: (ruleId, deploy) => confirmSelfBlock((confirmed) => switching.mutateAsync({ domainId, ruleId, deploy, ...confirmed })),
    reorder: (ids) => confirmSelfBlock((confirmed) => ordering.mutateAsync({ domainId, ids, ...confirmed })),
    remove: (ruleId) => confirmSelfBlock((confirmed) => removing.mutateAsync({ domainId, ruleId, ...confirmed })),
    restore({ kind, value, mode, description, priority, expiresAt, deploy }) {
      // A rule that blocked the customer had been confirmed.
      return creating.mutateAsync({ domainId, kind, value, mode, description, priority, expiresAt, deploy, confirmSelfBlock: true });
    },
    deleted: translate('firewall:deleted'),
    failed: notifyRefusal,
  });
}

/** Forms show these errors themselves, but a list has no form. A change that the customer cancelled isn't an error. */
export function notifyRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.shown || error.code === 'firewall:error.selfBlock') return;
  notify({ type: 'error', title: t('error:title'), description: error.message });
}
