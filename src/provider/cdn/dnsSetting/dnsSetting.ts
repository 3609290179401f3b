import { type DnsSetting, dnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { implement } from '../../core/implement.ts';
import { ownedDomain } from '../../db/owned.ts';
import type { Drivers } from '../../drivers/drivers.ts';
import { refuse } from '../../kernel/refusal.ts';
import { loadDnsSettings, touchZone } from '../dns/index.ts';

/** Without a connected engine nothing rules it out. */
const canFlatten = ({ dns }: Drivers): boolean => dns?.capabilities.flattening ?? true;

/** Whether the zone serves different records with `b`; `proxyDefault` only prefills the form for new records. */
const isServedDifferently = (a: DnsSetting, b: DnsSetting): boolean =>
  a.defaultTtl !== b.defaultTtl || a.soaEmail !== b.soaEmail || a.cnameFlattening !== b.cnameFlattening;

export const dnsSettingHandlers = implement(dnsSetting, {
  async get({ db, account, services }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    return { setting: await loadDnsSettings(db, domain), can: { cnameFlattening: canFlatten(services.drivers) } };
  },

  update: (ctx, { domainId, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const before = await loadDnsSettings(tx, domain);
      if (version !== undefined && version !== before.version) refuse(409, 'error:versionConflict', { extra: { setting: before } });
      const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const setting: DnsSetting = { ...before, ...changes, version: before.version + 1 };
      // A setting that was turned on before the engine was connected may stay on; publishing reports that it has no effect.
      if (setting.cnameFlattening && !before.cnameFlattening && !canFlatten(ctx.services.drivers))
        refuse(409, 'dnsSetting:error.flattening', { fields: { cnameFlattening: { key: 'dnsSetting:error.flattening' } } });
      const row = { ...setting, updatedAt: ctx.now };
      await tx
        .insertInto('dnsSetting')
        .values({ domainId: domain.id, ...row })
        .onConflict((conflict) => conflict.column('domainId').doUpdateSet(row))
        .execute();
      if (isServedDifferently(before, setting)) await touchZone(tx, ctx, domain, 0);
      await log({
        action: 'update',
        entity: { type: 'dnsSetting', id: domain.id, name: domain.name },
        domainId: domain.id,
        before,
        after: setting,
      });
      return { setting };
    }),
});
