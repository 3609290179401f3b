import type { TKey } from '../../../lib/i18n/keys.ts';
import { edgeReach } from '../../core/edgeReach.ts';
import type { SignedIn } from '../../core/implement.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';

/** Settings without effect until the edges are able to apply them, and the text for it. */
const lacking = {
  http3: 'rules:noHttp3',
  l34: 'rules:noPacketFilter',
  originVerification: 'rules:noOriginCheck',
  originPins: 'rules:noOriginCheck',
  clientCertificate: 'rules:noClientCertificate',
  geo: 'rules:noPlaces',
  pageRuleActions: 'rules:olderEdge',
  serverStates: 'rules:olderEdge',
  wafProfiles: 'rules:olderEdge',
  wafOperators: 'rules:olderEdge',
} as const satisfies Record<string, TKey>;

/** Settings that can be prepared while no edge is connected. */
const prepared: ReadonlySet<string> = new Set(['pageRuleActions', 'serverStates', 'wafProfiles', 'wafOperators']);

/**
 * Whether edges apply settings that need `ability`. Countries and AS numbers count as known until an edge reports otherwise, and some
 * settings can be prepared while no edge is connected: an older one would send the `$1` of a redirect to visitors as it is written.
 */
export async function hasAbility({ db, services, now }: SignedIn, ability: keyof typeof lacking): Promise<boolean> {
  const { edge, places, abilities } = await edgeReach(db, services.drivers, now);
  if (prepared.has(ability) && edge === 'none') return true;
  return ability === 'geo' ? places !== 'none' : abilities.has(ability);
}

/** Refuses (422, at `field`) to turn on a setting that no edge applies. */
export async function requireAbility(ctx: SignedIn, ability: keyof typeof lacking, field: string): Promise<void> {
  if (!(await hasAbility(ctx, ability))) refuseField(field, lacking[ability]);
}

/** What stored rules and settings need, in their JSON. A saved HTTP/3 needs nothing: it counts as off while no edge speaks it. */
const needs = [
  ['originVerification', /"originCheck":"(?:public|own)"/],
  ['originPins', /"originCheck":"pin"/],
  ['l34', /"challengeType":"l34"/],
  ['pageRuleActions', /"(?:redirectStatus|redirectQuery|rewriteUrl|requestHeaders|responseHeaders|cors)":|"redirectUrl":"[^"]*\$\d/],
  ['wafOperators', /"operator":"(?:regex|detectedAs)"/],
  ['wafProfiles', /"profiles":\["/],
  ['geo', /"(?:kind|field)":"(?:country|asn)"|"countryWhitelist":\{[^}]*"enabled":true/],
] as const;

type Stored = Record<string, string | number | null> | null;
const storedText = (row: Stored): string => [row?.data, row?.deployed, row?.value].join('\n');

/** Refuses (409) to bring back rules or settings that no edge applies; those that are there already may stay. */
export async function requireAbilities(ctx: SignedIn, changes: readonly { from: Stored; to: Stored }[]): Promise<void> {
  for (const [ability, mark] of needs) {
    const begins = changes.some(({ from, to }) => mark.test(storedText(to)) && !mark.test(storedText(from)));
    if (begins && !(await hasAbility(ctx, ability))) refuse(409, lacking[ability]);
  }
}
