import { ApiError } from '../../../browser/api/errors.ts';
import { stale, useWrite } from '../../../browser/api/query.ts';
import { openDialog } from '../../../browser/stores/dialogs.ts';
import { notify } from '../../../browser/stores/snackbars.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type CnameSetup, cnameSetup as calls } from '../../../lib/contract/cdn/cnameSetup.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { RadioCards } from '../../ui/RadioCards.tsx';
import { PlanGate } from '../shared/PlanGate.tsx';

interface ModeChoiceProps {
  domain: Domain;
  setup: CnameSetup;
  gate: Output<typeof calls.get>['gate'];
}

/** The two modes. A change reroutes traffic, so it requires confirmation. */
export function ModeChoice({ domain, setup, gate }: ModeChoiceProps) {
  const t = useT();
  const { id: domainId, name } = domain;
  const update = useWrite(calls.update, { notices: 'form' });
  const { mode, pending, version } = setup;
  const chosen = pending ?? mode;
  const choose = async (next: CnameSetup['mode']) => {
    try {
      await update.mutateAsync({ domainId, mode: next, version });
      notify({ type: 'success', title: t(next === 'cname' ? 'cnameSetup:begun' : 'cnameSetup:ended') });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error:versionConflict') throw error;
      // The shown state is outdated: the page reloads it, and the customer decides again.
      stale(calls.update);
      notify({ type: 'warning', title: t('cnameSetup:conflict') });
    }
  };
  const confirmMode = (next: CnameSetup['mode']) => {
    if (next === chosen) return;
    const what = next === 'cname' ? 'toCname' : pending ? 'stop' : 'toNs';
    openDialog({
      kind: 'confirm',
      title: t(`cnameSetup:${what}.title`, { domain: name }),
      description: t(`cnameSetup:${what}.text`),
      action: t(`cnameSetup:${what}.action`),
      run: () => choose(next),
    });
  };
  return (
    <>
      {!gate.allowed && <Gate domain={domain} setup={setup} gate={gate} />}
      <RadioCards
        changes
        label={t('cnameSetup:choose')}
        value={chosen}
        onChange={confirmMode}
        min={240}
        cards={[
          { value: 'ns', label: t('cnameSetup:mode.ns'), description: t('cnameSetup:mode.nsText') },
          {
            value: 'cname',
            label: t('cnameSetup:mode.cname'),
            description: t('cnameSetup:mode.cnameText'),
            // The current mode is shown and can be left, but not selected.
            disabled: !gate.allowed && chosen === 'ns',
          },
        ]}
      />
    </>
  );
}

/** The plan that includes it, and a note that an existing setup continues. */
function Gate({ domain, setup, gate }: ModeChoiceProps) {
  const t = useT();
  const { requiredPlan } = gate;
  return (
    <PlanGate
      title={t('cnameSetup:mode.cname')}
      plan={requiredPlan && t(`common:plan.${requiredPlan}`)}
      link={gate.reason === 'plan' ? { href: href('plan', { domain: domain.name }), label: t('common:showPlans') } : undefined}
    >
      {setup.mode === 'cname'
        ? t('cnameSetup:gate.kept')
        : requiredPlan
          ? t('cnameSetup:gate.plan')
          : t('cnameSetup:gate.tld', { tld: domain.name.slice(domain.name.lastIndexOf('.')) })}
    </PlanGate>
  );
}
