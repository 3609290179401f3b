import type { DnsSetting } from '../../../lib/contract/cdn/dnsSetting.ts';
import { defaultSettings } from '../../../lib/rules/cdn/dns/settings.ts';
import type { Db, Domain, Tx } from '../../db/schema.ts';

/** The DNS settings of a domain. Settings that were never changed are the defaults, at version 0. */
export async function loadDnsSettings(db: Db | Tx, { id }: Pick<Domain, 'id'>): Promise<DnsSetting> {
  const row = await db.selectFrom('dnsSetting').selectAll().where('domainId', '=', id).executeTakeFirst();
  if (!row) return { ...defaultSettings, version: 0 };
  const { defaultTtl, soaEmail, proxyDefault, cnameFlattening, version } = row;
  return { defaultTtl, soaEmail, proxyDefault, cnameFlattening, version };
}
