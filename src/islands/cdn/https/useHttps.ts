import { callQueryKey } from '../../../browser/api/query.ts';
import { cacheIfNewer, useSaveNow } from '../../../browser/api/saveNow.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { https as calls } from '../../../lib/contract/cdn/https.ts';

export type HttpsAnswer = Output<typeof calls.get>;
type Https = HttpsAnswer['https'];
type Switched = 'enabled' | 'httpToHttps' | 'http2' | 'http3' | 'websockets';

/** Updates the settings with a response immediately. */
export const cacheHttps = (domainId: string, next: Https) => cacheIfNewer(callQueryKey(calls.get, { domainId }), 'https', next);

/** The settings that save themselves, each by its own call. `https`: including pending changes. */
export function useHttps({ id: domainId }: Domain, stored: Https) {
  const cacheAnswer = (answer: { https: Https }) => cacheHttps(domainId, answer.https);
  const settings = useSaveNow(calls.update, cacheAnswer);
  const tls = useSaveNow(calls.tls, cacheAnswer);
  const backend = useSaveNow(calls.backendProtocol, cacheAnswer);
  const sent = { ...settings.pending, ...tls.pending, ...backend.pending };
  return {
    https: { ...stored, ...sent, version: stored.version } as Https, // pending changes have the shapes of the settings
    isBusy: (name: keyof Https) => name in sent,
    turn: (name: Switched, on: boolean) => settings.save({ domainId, [name]: on }, { domainId, [name]: stored[name] }),
    chooseTls: (tlsVersions: Https['tlsVersions']) => tls.save({ domainId, tlsVersions }, { domainId, tlsVersions: stored.tlsVersions }),
    chooseBackend: (backendProtocol: Https['backendProtocol']) =>
      backend.save({ domainId, backendProtocol }, { domainId, backendProtocol: stored.backendProtocol }),
  };
}
export type Saving = ReturnType<typeof useHttps>;
