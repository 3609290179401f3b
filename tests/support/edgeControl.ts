import { createPublicKey, verify } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { demo } from '../../src/lib/contract/fields.ts';
import { type EdgeBundle, type EdgeReport, signatureHeader } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { cdnJobs } from '../../src/provider/cdn/jobs.ts';
import { edgeKeys } from '../../src/provider/core/edgeKeys.ts';
import { startProvider, type TestProvider } from './provider.ts';

/** A provider whose policies have been published once. */
export async function started() {
  const p = await startProvider({ env: { EDGE_DRIVER: 'node' } });
  await compareAll(p);
  const token = await p.signIn();
  return { p, token, ...controlledEdge(p) };
}

export async function compareAll({ store, provider: { services } }: Pick<TestProvider, 'store' | 'provider'>): Promise<void> {
  await store.write('t', (tx) => services.jobs.enqueue(tx, cdnJobs.compareAll, {}));
  await services.jobs.runDue();
}

/** An edge, as far as the portal sees it. */
export function controlledEdge({ provider: of }: Pick<TestProvider, 'provider'>, id = 'edge-1') {
  const { env, secrets } = of.services;
  const keys = edgeKeys(env, secrets);
  const request = (
    method: string,
    path: string,
    options: { body?: unknown; key?: string | null; zip?: boolean; headers?: Record<string, string> } = {},
  ) => {
    const { body, key = keys.key, zip = false, headers = {} } = options;
    const left = new AbortController();
    onTestFinished(() => left.abort());
    return of.answer(
      new Request(`http://provider${path}`, {
        method,
        signal: left.signal,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...headers,
          ...(zip && { 'accept-encoding': 'gzip' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      { ip: '192.0.2.9' },
    );
  };
  return {
    request,
    async pull(since?: string): Promise<EdgeBundle> {
      const response = await request('GET', `/edge/bundle${since ? `?since=${since}` : ''}`);
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      const key = createPublicKey({ key: Buffer.from(keys.verifying, 'base64'), format: 'der', type: 'spki' });
      expect(verify(null, bytes, key, Buffer.from(response.headers.get(signatureHeader) ?? '', 'base64'))).toBe(true);
      return JSON.parse(bytes.toString()) as EdgeBundle;
    },
    report(versions: Record<string, number>, refused: EdgeReport['refused'] = {}, more: Partial<EdgeReport> = {}) {
      const body = { edgeId: id, hostname: '127.0.0.1:8080', versions, refused, startedAt: 1, ...more } satisfies EdgeReport;
      return request('POST', '/edge/report', { body });
    },
  };
}

export const readDesired = async ({ store }: Pick<TestProvider, 'store'>, id: string = demo.domainId) =>
  store.reader
    .selectFrom('desired')
    .select(['wantedVersion', 'observedVersion', 'status', 'isRemoved'])
    .where('id', '=', `edge:${id}`)
    .executeTakeFirstOrThrow();
