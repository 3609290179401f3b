import { ApiError } from '../../../lib/api/errors.ts';
import { useWrite } from '../../../lib/api/query.ts';
import { type FirewallRule, firewall } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { dismiss, notify } from '../../../lib/stores/snackbars.ts';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';

/** The immediate actions of a row: the switch, moving, and deleting with undo. Each needs confirmation if it would block the customer. */
export function useFirewallActions(domainId: string) {
  const t = useT();
  const switching = useWrite(firewall.toggleDeploy, { notices: 'form' });
  const ordering = useWrite(firewall.reorder, { notices: 'form' });
  const removing = useWrite(firewall.delete, { notices: 'form', success: 'none' });
  const creating = useWrite(firewall.create, { success: 'none' });

  /** Forms show these errors themselves, but a list has no form. A change that the customer cancelled isn't an error. */
  const notifyError = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.shown || error.code === 'firewall:error.selfBlock') return;
    notify({ type: 'error', title: t('error:title'), description: error.message });
  };

  const toggle = (rule: FirewallRule, title: string, deploy: boolean): void => {
    const done = () => {
      const note = notify({
        type: 'success',
        title: t(deploy ? 'firewall:turnedOn' : 'firewall:turnedOff'),
        description: title,
        // A draft would be deployed with it, which is more than was taken back.
        ...(!rule.draft && {
          action: {
            label: t('common:undo'),
            run() {
              dismiss(note);
              toggle(rule, title, !deploy);
            },
          },
        }),
      });
    };
    confirmSelfBlock((confirmed) => switching.mutateAsync({ domainId, ruleId: rule.id, deploy, ...confirmed })).then(done, notifyError);
  };
  const reorder = async (ids: string[]): Promise<void> => {
    try {
      await confirmSelfBlock((confirmed) => ordering.mutateAsync({ domainId, ids, ...confirmed }));
    } catch (error) {
      notifyError(error);
      throw error;
    }
  };
  const remove = (rule: FirewallRule, title: string): void => {
    const done = () => {
      const note = notify({
        type: 'success',
        title: t('firewall:deleted'),
        description: title,
        action: {
          label: t('common:undo'),
          run() {
            dismiss(note);
            const { kind, value, mode, description, priority, expiresAt, deploy } = rule;
            // Right after the deletion its priority is still free; a rule that blocked the customer had been confirmed.
            const back = { kind, value, mode, description, priority, expiresAt, deploy, confirmSelfBlock: true };
            creating.mutateAsync({ domainId, ...back }).catch(() => {});
          },
        },
      });
    };
    confirmSelfBlock((confirmed) => removing.mutateAsync({ domainId, ruleId: rule.id, ...confirmed })).then(done, notifyError);
  };
  return { toggle, reorder, remove, busyId: switching.isPending ? switching.variables.ruleId : undefined };
}
