import { loadPageDomain } from '../../../../adapter/panel.ts';
import type { Reader } from '../../../../adapter/reads.ts';
import { type Findings, firewallFindings } from '../../../../islands/cdn/firewall/firewallFindings.ts';
import { firewall } from '../../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../../lib/contract/cdn/firewallGroup.ts';
import { provider } from '../../../../lib/contract/core/provider.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';
import { translator } from '../../../../lib/i18n/server.ts';

interface FirewallRequest {
  locals: { locale: Locale; session: { userId: string; expiresAt: number } | null; read: Reader };
  params: Record<string, string | undefined>;
}

/**
 * The combined effect of the rules for the first HTML: the browser has the engine only later, and its rows must not move then.
 * Uses the page's own reads. Null: one of them is missing.
 */
export async function firstFindings({ locals: { locale, session, read }, params }: FirewallRequest): Promise<Findings | null> {
  const found = await loadPageDomain({ locale, session, read }, params.domain ?? '');
  if (!found) return null;
  const input = { domainId: found.id };
  const [list, country, groups, able] = await Promise.all([
    read(firewall.list, input),
    read(firewall.countryGet, input),
    read(firewallGroup.list, input),
    read(provider.capabilities, {}),
  ]);
  if (!list || !country || !groups) return null;
  const data = { ...list, ...country, groups: groups.groups };
  return firewallFindings(data, translator(locale), locale, Date.now(), able?.capabilities.places === 'none');
}
