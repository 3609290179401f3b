import { ApiError } from '../../lib/api/errors.ts';
import { useWrite } from '../../lib/api/query.ts';
import { unlessBlocked } from '../../lib/api/selfBlock.ts';
import { type FirewallRule, firewall } from '../../lib/contract/firewall.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { dismiss, notify } from '../../lib/stores/snackbars.ts';

/** What a row does at once: the switch, its place, and deleting, which can be taken back. Each asks before it keeps the customer out. */
export function useRuleActions(domainId: string) {
  const t = useT();
  const switching = useWrite(firewall.toggleDeploy, { notices: 'form' });
  const ordering = useWrite(firewall.reorder, { notices: 'form' });
  const removing = useWrite(firewall.delete, { notices: 'form', success: 'none' });
  const creating = useWrite(firewall.create, { success: 'none' });

  /** A form shows such refusals itself, and here is none; what was not meant is no failure. */
  const say = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.shown || error.code === 'firewall:error.selfBlock') return;
    notify({ type: 'error', title: t('error:title'), description: error.message });
  };

  const toggle = (ruleId: string, deploy: boolean): void => {
    unlessBlocked((confirmed) => switching.mutateAsync({ domainId, ruleId, deploy, ...confirmed })).catch(say);
  };
  const reorder = async (ids: string[]): Promise<void> => {
    try {
      await unlessBlocked((confirmed) => ordering.mutateAsync({ domainId, ids, ...confirmed }));
    } catch (error) {
      say(error);
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
            // Right after it, the place is still free; a rule that kept the customer out was meant to.
            const back = { kind, value, mode, description, priority, expiresAt, deploy, confirmSelfBlock: true };
            creating.mutateAsync({ domainId, ...back }).catch(() => {});
          },
        },
      });
    };
    unlessBlocked((confirmed) => removing.mutateAsync({ domainId, ruleId: rule.id, ...confirmed })).then(done, say);
  };
  return { toggle, reorder, remove, busyId: switching.isPending ? switching.variables.ruleId : undefined };
}
