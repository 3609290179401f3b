import { cache } from '../../../lib/contract/cdn/cache.ts';
import type { DomainConfiguration } from '../../../lib/contract/cdn/configuration.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { optimization } from '../../../lib/contract/cdn/optimization.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import type { SettingGroup } from '../../../lib/rules/cdn/edge/defaults.ts';
import { canonical } from '../../../lib/rules/core/canonical.ts';
import type { SignedIn } from '../../core/implement.ts';
import { cacheHandlers } from '../cache/index.ts';
import { ddosHandlers } from '../ddos/index.ts';
import { firewallHandlers } from '../firewall/index.ts';
import { httpsHandlers } from '../https/index.ts';
import { optimizationHandlers } from '../optimization/index.ts';
import { wafHandlers } from '../waf/index.ts';
import { type Entry, exportSetting, settingGroups } from './configuration.ts';
import { parsed } from './faults.ts';
import { type Importing, noFile } from './importing.ts';
import { fromRelative } from './relative.ts';

type Save = (ctx: SignedIn, change: Entry, domainId: string) => Promise<void>;

/** Saves what has changed of a group, as its calls do. */
const save: Record<SettingGroup, Save> = {
  async https(ctx, { tlsVersions, hsts, backendProtocol, originCheck, originCa, originPins, ...rest }, domainId) {
    const hstsNow = async () => void (await httpsHandlers.hsts(ctx, parsed(https.hsts.input, { ...asEntry(hsts), domainId }), noFile));
    const isOff = asEntry(hsts).enabled === false;
    // HSTS needs HTTPS: it goes before it, and comes after it.
    if (hsts !== undefined && isOff) await hstsNow();
    if (Object.keys(rest).length > 0) await httpsHandlers.update(ctx, parsed(https.update.input, { ...rest, domainId }), noFile);
    if (tlsVersions !== undefined) await httpsHandlers.tls(ctx, parsed(https.tls.input, { tlsVersions, domainId }), noFile);
    if (hsts !== undefined && !isOff) await hstsNow();
    if (backendProtocol !== undefined)
      await httpsHandlers.backendProtocol(ctx, parsed(https.backendProtocol.input, { backendProtocol, domainId }), noFile);
    if (originCheck !== undefined || originCa !== undefined || originPins !== undefined) {
      // Certificates or hashes alone have changed only where they are in use.
      const inUse = originPins ? 'pin' : 'own';
      const change = {
        originCheck: originCheck ?? inUse,
        ...(originCa ? { originCa } : {}),
        ...(originPins ? { originPins } : {}),
        domainId,
      };
      await httpsHandlers.originCheck(ctx, parsed(https.originCheck.input, change), noFile);
    }
  },
  async cache(ctx, change, domainId) {
    await cacheHandlers.update(ctx, parsed(cache.update.input, { ...change, domainId }), noFile);
  },
  async optimization(ctx, change, domainId) {
    await optimizationHandlers.update(ctx, parsed(optimization.update.input, { ...change, domainId }), noFile);
  },
  async ddos(ctx, change, domainId) {
    await ddosHandlers.update(ctx, parsed(ddos.update.input, { ...change, domainId }), noFile);
  },
  async waf(ctx, { mode, ...rest }, domainId) {
    if (mode !== undefined) await wafHandlers.mode(ctx, parsed(waf.mode.input, { mode, domainId }), noFile);
    if (Object.keys(rest).length > 0) await wafHandlers.modules(ctx, parsed(waf.modules.input, { ...rest, domainId }), noFile);
  },
  async firewall(ctx, { defaultMode, countryWhitelist }, domainId) {
    const confirmSelfBlock = true;
    if (defaultMode !== undefined)
      await firewallHandlers.mode(ctx, parsed(firewall.mode.input, { defaultMode, domainId, confirmSelfBlock }), noFile);
    if (countryWhitelist !== undefined) {
      const input = parsed(firewall.countryUpdate.input, { ...asEntry(countryWhitelist), domainId, confirmSelfBlock });
      await firewallHandlers.countryUpdate(ctx, input, noFile);
    }
  },
};
const asEntry = (value: unknown): Entry => (value !== null && typeof value === 'object' ? { ...value } : {});

export async function importSettings(
  { as, tx, ctx, domain, faults }: Importing,
  settings: NonNullable<DomainConfiguration['settings']>,
): Promise<void> {
  for (const group of settingGroups) {
    const imported = settings[group];
    if (!imported) continue;
    const now = await exportSetting(tx, domain, group, ctx.now);
    const change = Object.fromEntries(
      Object.entries(imported).filter(([name, value]) => canonical({ value }) !== canonical({ value: now[name] })),
    );
    if (Object.keys(change).length === 0) continue;
    await faults.attempt({ part: `settings.${group}`, index: null, name: '' }, () =>
      save[group](as(), fromRelative(change, domain.name), domain.id),
    );
  }
}
