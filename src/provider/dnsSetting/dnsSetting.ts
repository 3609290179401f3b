import { type DnsSetting, dnsSetting } from '../../lib/contract/dnsSetting.ts';
import { ownedDomain } from '../db/owned.ts';
import { touchZone } from '../dns/records.ts';
import type { Drivers } from '../drivers/drivers.ts';
import { implement, refuse } from '../implement.ts';
import { settingsOf } from './settings.ts';

/** Where no engine is connected, nothing speaks against it yet. */
const canFlatten = ({ dns }: Drivers): boolean => dns?.capabilities.flattening ?? true;

export const dnsSettingHandlers = implement(dnsSetting, {
  async get({ db, user, services }, { domainId }) {
    const domain = await ownedDomain(db, user, domainId);
    return { setting: await settingsOf(db, domain), can: { cnameFlattening: canFlatten(services.drivers) } };
  },

  update: (ctx, { domainId, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.user, domainId);
      const before = await settingsOf(tx, domain);
      if (version !== undefined && version !== before.version) refuse(409, 'error:versionConflict', { extra: { setting: before } });
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const setting: DnsSetting = { ...before, ...given, version: before.version + 1 };
      // What was on before the engine came may stay on; the publishing says that it can't be held.
      if (setting.cnameFlattening && !before.cnameFlattening && !canFlatten(ctx.services.drivers))
        refuse(409, 'dnsSetting:error.flattening', { fields: { cnameFlattening: { key: 'dnsSetting:error.flattening' } } });
      const row = {
        ...setting,
        proxyDefault: setting.proxyDefault ? 1 : 0,
        cnameFlattening: setting.cnameFlattening ? 1 : 0,
        updatedAt: ctx.now,
      };
      await tx
        .insertInto('dnsSetting')
        .values({ domainId: domain.id, ...row })
        .onConflict((conflict) => conflict.column('domainId').doUpdateSet(row))
        .execute();
      // Also where only the form for new records begins otherwise: long lists are kept by the version of the zone.
      await touchZone(tx, ctx, domain, 0);
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
