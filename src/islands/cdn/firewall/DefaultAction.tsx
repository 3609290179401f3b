import { useWrite } from '../../../browser/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';
import { notifyUndo } from '../shared/notifyUndo.ts';
import type { FirewallData } from './useFirewall.ts';
import { notifyRefusal } from './useFirewallActions.ts';

/** The last row of the list, with no priority: the action for visitors that no rule matches. */
export function DefaultAction({ domain, data: { defaultMode, countryWhitelist } }: { domain: Domain; data: FirewallData }) {
  const t = useT();
  const save = useWrite(firewall.mode, { notices: 'form', success: 'none' });
  const set = async (mode: 'allow' | 'deny', isUndo = false): Promise<void> => {
    try {
      await confirmSelfBlock((confirmed) => save.mutateAsync({ domainId: domain.id, defaultMode: mode, ...confirmed }));
      const undo = isUndo ? undefined : () => void set(defaultMode, true);
      notifyUndo(t('firewall:modeSaved'), t(`firewall:rest.${mode}`), undo);
    } catch (error) {
      notifyRefusal(error);
    }
  };
  const choose = (mode: 'allow' | 'deny') => {
    if (mode !== defaultMode && !save.isPending) void set(mode);
  };
  // Shows the new selection while it is being saved.
  const shown = save.isPending ? save.variables.defaultMode : defaultMode;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-3 ps-[46px] pe-3 text-ui sm:ps-20">
      <div className="min-w-0 flex-1 basis-64">
        <b className="font-semibold">{t('firewall:rest.title')}</b>
        <p className="text-help text-text-2">{countryWhitelist.enabled ? t('firewall:rest.countries') : t(`firewall:rest.${shown}`)}</p>
      </div>
      {!countryWhitelist.enabled && (
        <Segmented
          changes
          label={t('firewall:rest.label')}
          value={shown}
          onChange={choose}
          segments={[
            { value: 'allow', label: t('firewall:mode.allow') },
            { value: 'deny', label: t('firewall:mode.deny') },
          ]}
        />
      )}
    </div>
  );
}
