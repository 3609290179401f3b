import type { TKey } from '../../../lib/i18n/keys.ts';
import { refuseField, type SignedIn } from '../../core/implement.ts';
import { edgeReach } from '../../core/provider/edge.ts';

/** Settings without effect until the edges are able to apply them, and the text for it. */
const lacking = { http3: 'rules:noHttp3', l34: 'rules:noPacketFilter', geo: 'rules:noPlaces' } as const satisfies Record<string, TKey>;

/** Whether edges apply settings that need `ability`. Countries and AS numbers count as known until an edge reports otherwise. */
export async function hasAbility({ db, services, now }: SignedIn, ability: keyof typeof lacking): Promise<boolean> {
  const { places, abilities } = await edgeReach(db, services.drivers, now);
  return ability === 'geo' ? places !== 'none' : abilities.has(ability);
}

/** Refuses (422, at `field`) to turn on a setting that no edge applies. */
export async function requireAbility(ctx: SignedIn, ability: keyof typeof lacking, field: string): Promise<void> {
  if (!(await hasAbility(ctx, ability))) refuseField(field, lacking[ability]);
}
