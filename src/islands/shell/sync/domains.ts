import { may } from '../../../browser/access.ts';
import { fetchDomain, findDomain } from '../../../browser/api/domain.ts';
import { watch } from '../../../browser/api/watch.ts';
import { $domain, $domains, selectDomain, setDomains } from '../../../browser/stores/domain.ts';
import { $location } from '../../../browser/stores/location.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { type Domain, domain } from '../../../lib/contract/cdn/domain.ts';
import { listedDomains } from '../../../lib/reads.ts';

/** Keeps the list of domains and the selected one; the selection follows the address. */
export function syncDomains(): () => void {
  let stopWatching = () => {};
  const begin = () => {
    stopWatching();
    stopWatching = () => {};
    if ($auth.get().state === 'in' && may('domains')) {
      stopWatching = watch(domain.list, listedDomains, { data: ({ domains, total }) => void storeDomains(domains, total) });
    }
  };
  const stops = [$auth.listen(begin), $location.listen(() => void follow())];
  begin();
  return () => {
    stopWatching();
    for (const stop of stops) stop();
  };
}

async function storeDomains(list: readonly Domain[], total: number): Promise<void> {
  const saved = $domain.get();
  const isElsewhere = saved !== null && total > list.length && !list.some(({ id }) => id === saved.id);
  // A long list is cut off: the saved domain may be in the rest of it.
  const found = isElsewhere ? await fetchDomain(saved.id).catch(() => null) : null;
  setDomains(found ? [...list, found] : list);
  await follow();
}

/** Selects the domain that the address names. */
async function follow(): Promise<void> {
  const name = $location.get()?.domain;
  const list = $domains.get();
  if (!name || !list || $domain.get()?.name === name) return;
  const named = list.find((item) => item.name === name) ?? (await findDomain(name).catch(() => null));
  if (named && $location.get()?.domain === name) await selectDomain(named, fetchDomain);
}
