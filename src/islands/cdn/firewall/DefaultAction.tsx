import { ApiError } from '../../../lib/api/errors.ts';
import { useWrite } from '../../../lib/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { notify } from '../../../lib/stores/snackbars.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { confirmSelfBlock } from '../shared/confirmSelfBlock.ts';
import type { FirewallData } from './useFirewall.ts';

/** The last row of the list, with no priority: the action for visitors that no rule matches. */
export function DefaultAction({ domain, data: { defaultMode, countryWhitelist } }: { domain: Domain; data: FirewallData }) {
  const t = useT();
  const save = useWrite(firewall.mode, { notices: 'form' });
  const choose = (mode: 'allow' | 'deny') => {
    if (mode === defaultMode || save.isPending) return;
    confirmSelfBlock((confirmed) => save.mutateAsync({ domainId: domain.id, defaultMode: mode, ...confirmed })).catch((error: unknown) => {
      if (error instanceof ApiError && !error.shown && error.code !== 'firewall:error.selfBlock')
        notify({ type: 'error', title: t('error:title'), description: error.message });
    });
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
