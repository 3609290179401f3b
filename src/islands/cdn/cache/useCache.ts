import { callQueryKey } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import { type Cache, type CacheForm, cache as calls } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';

/** The settings that save themselves. `cache`: including pending changes. */
export function useCache({ id: domainId }: Domain, stored: Cache) {
  const { save, pending } = useSaveNow(calls.update, (answer) =>
    cacheIfNewer(callQueryKey(calls.get, { domainId }), 'cache', answer.cache),
  );
  return {
    cache: { ...stored, ...pending, version: stored.version } as Cache, // pending changes have the shapes of the settings
    isBusy: (name: keyof CacheForm) => pending !== null && name in pending,
    set: <N extends keyof CacheForm>(name: N, value: CacheForm[N]) => save({ domainId, [name]: value }, { domainId, [name]: stored[name] }),
  };
}
export type Saving = ReturnType<typeof useCache>;
