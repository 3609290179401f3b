import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import type { Domain } from '../../lib/contract/cdn/domain.ts';
import { whenLoggedOut } from './session.ts';
import './storage.ts';

/** The selected domain; stored on this device and shared by all tabs. */
export const $domain = persistentAtom<Domain | null>('nasim:domain', null, {
  encode: (domain) => (domain ? JSON.stringify(domain) : undefined),
  decode(text) {
    try {
      return JSON.parse(text) as Domain; // written by the same store
    } catch {
      return null;
    }
  },
});

/** The latest list of domains; null before the first one. */
export const $domains = atom<readonly Domain[] | null>(null);

type Fetch = (domainId: string) => Promise<Domain>;

/**
 * Selects a domain: it is fetched and stored; if that fails, the listed item is stored. Null clears the selection. Of two consecutive
 * selections the later one wins, regardless of the order of the responses.
 */
export async function selectDomain(choice: Domain | null, fetchDomain: Fetch): Promise<void> {
  const turn = ++turns;
  if (!choice) return $domain.set(null);
  const fetched = await fetchDomain(choice.id).catch(() => choice);
  if (turn === turns) $domain.set(fetched);
}
let turns = 0;

/** A new list: the saved domain stays selected while it is listed, else the first one is. */
export function setDomains(list: readonly Domain[]): void {
  $domains.set(list);
  const saved = $domain.get();
  const next = list.find((item) => item.id === saved?.id) ?? list[0] ?? null;
  if (JSON.stringify(next) !== JSON.stringify(saved)) $domain.set(next);
}

/** A domain was removed: if it was the selected one, the first active domain is selected, else the first of the list. */
export function removeDomain(domainId: string): void {
  const rest = ($domains.get() ?? []).filter((item) => item.id !== domainId);
  $domains.set(rest);
  if ($domain.get()?.id === domainId) $domain.set(rest.find((item) => item.status === 'active') ?? rest[0] ?? null);
}

whenLoggedOut(() => {
  $domains.set(null);
  $domain.set(null);
});
