import { provider } from '../lib/contract/core/provider.ts';
import type { Engines } from '../lib/rules/core/capabilities.ts';
import type { Upstream } from './upstream.ts';

/** How long an answer of the provider is used, how long the first page waits for one, and how long the provider may take, in ms. */
const FRESH_MS = 10_000;
const WAIT_MS = 500;
const FETCH_MS = 18_000;

/**
 * What the provider has, for everything that isn't asked for by a page: while it doesn't answer, its last answer counts. Null before
 * the first one.
 */
export function makeEngines(upstream: Upstream, clock: () => number = Date.now): () => Promise<Engines | null> {
  let known: { engines: Engines; at: number } | null = null;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const response = await upstream({
      method: 'GET',
      path: provider.capabilities.path,
      search: '',
      headers: {},
      body: null,
      ip: '',
      signal: AbortSignal.timeout(FETCH_MS),
    });
    if (!response.ok) return void response.body?.cancel();
    const { capabilities } = (await response.json()) as { capabilities?: Engines }; // as the contract describes it
    if (capabilities) known = { engines: capabilities, at: clock() };
  }

  return async () => {
    if (known === null || clock() - known.at > FRESH_MS)
      reading ??= read()
        .catch(() => {})
        .finally(() => {
          reading = null;
        });
    if (known === null) await Promise.race([reading, new Promise((done) => setTimeout(done, WAIT_MS))]);
    return known?.engines ?? null;
  };
}
