import { expect, test } from 'vitest';
import type { CaseName } from '../conformance/run.ts';
import { type Behavior, failed, runAgainst } from '../support/conformance.ts';
import { startProvider } from '../support/provider.ts';

test('the embedded provider passes the cases of support, and they leave only a ticket', async () => {
  const report = await runAgainst(await startProvider(), { areas: ['support'] });
  expect(failed(report)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(80);
  expect(report.left).toEqual([expect.stringMatching(/^ticket\.create /)]);
});

/** Changes the body of responses to requests that `test` selects. */
const body =
  (test: (request: Request, response: Response) => boolean, change: (body: Record<string, unknown>) => unknown): Behavior =>
  async (request, send) => {
    const response = await send(request);
    if (!test(request, response)) return response;
    const changed = change((await response.json()) as Record<string, unknown>);
    return Response.json(changed, { status: response.status, headers: { 'x-request-id': 'x' } });
  };
const status =
  (test: (request: Request, response: Response) => boolean, to: number): Behavior =>
  async (request, send) => {
    const response = await send(request);
    return test(request, response) ? Response.json(await response.json(), { status: to }) : response;
  };
const isAt = (path: string) => (request: Request) => new URL(request.url).pathname === path;
const refusedWith = (code: number) => (_: Request, response: Response) => response.status === code;
/** The request with other headers or another search. */
const sendOther = (request: Request, change: (headers: Headers, url: URL) => void): Request => {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  change(headers, url);
  const { method } = request;
  return new Request(url, { method, headers, ...(method !== 'GET' && { body: request.body, duplex: 'half' }) } as RequestInit);
};
const invalid = refusedWith(422);

/** A provider with one fault each, and the case that finds it. `only`: the call with the fault. */
const faults: { fault: string; only: string; finds: CaseName; behave: Behavior }[] = [
  {
    fault: 'another status',
    only: 'dns.list',
    finds: 'success',
    behave: status((request, { ok }) => ok && isAt('/domain/dns/list')(request), 201),
  },
  {
    fault: 'a missing field',
    only: 'dns.list',
    finds: 'success',
    behave: body(
      (request, { ok }) => ok && isAt('/domain/dns/list')(request),
      ({ records: _, ...rest }) => rest,
    ),
  },
  {
    fault: 'a field of another type',
    only: 'wallet.balance',
    finds: 'success',
    behave: body(
      (request, { ok }) => ok && isAt('/fin/balance')(request),
      ({ balance }) => ({ balance: String(balance) }),
    ),
  },
  {
    fault: 'a response that isn’t JSON',
    only: 'wallet.balance',
    finds: 'success',
    behave: async (request, send) => {
      const response = await send(request);
      return response.ok && isAt('/fin/balance')(request)
        ? new Response(await response.text(), { headers: { 'content-type': 'text/html' } })
        : response;
    },
  },
  { fault: '403 without a session', only: 'wallet.balance', finds: 'session', behave: status(refusedWith(401), 403) },
  {
    fault: 'no check of the session',
    only: 'wallet.balance',
    finds: 'session',
    behave: async (request, send) =>
      request.headers.has('authorization') || !isAt('/fin/balance')(request) ? send(request) : Response.json({ balance: 0 }),
  },
  {
    fault: 'any token is accepted',
    only: 'wallet.balance',
    finds: 'token',
    behave: async (request, send) =>
      request.headers.get('authorization') === 'Bearer rubbish' ? Response.json({ balance: 0 }) : send(request),
  },
  { fault: 'invalid input is accepted', only: 'sshKey.create', finds: 'input', behave: status(invalid, 200) },
  { fault: '400 for invalid input', only: 'sshKey.create', finds: 'input', behave: status(invalid, 400) },
  {
    fault: 'an unknown code',
    only: 'sshKey.create',
    finds: 'input',
    behave: body(invalid, (refusal) => ({ ...refusal, code: 'INVALID' })),
  },
  {
    fault: 'the code of another refusal',
    only: 'sshKey.create',
    finds: 'input',
    behave: body(invalid, (refusal) => ({ ...refusal, code: 'error:notFound' })),
  },
  { fault: 'no requestId', only: 'sshKey.create', finds: 'input', behave: body(invalid, ({ requestId: _, ...refusal }) => refusal) },
  { fault: 'no message', only: 'sshKey.create', finds: 'input', behave: body(invalid, (refusal) => ({ ...refusal, message: '' })) },
  {
    fault: 'a placeholder in the message',
    only: 'sshKey.create',
    finds: 'input',
    behave: body(invalid, (refusal) => ({ ...refusal, message: '{{field}} is required.' })),
  },
  {
    fault: 'one field without a message',
    only: 'sshKey.create',
    finds: 'input',
    behave: body(invalid, (refusal) => ({ ...refusal, fields: { name: 'This field is required.' } })),
  },
  {
    fault: 'messages in English only',
    only: 'sshKey.create',
    finds: 'languages',
    behave: (request, send) => send(sendOther(request, (headers) => headers.set('accept-language', 'en'))),
  },
  {
    fault: 'messages in English instead of Spanish',
    only: 'sshKey.create',
    finds: 'languages',
    behave: (request, send) =>
      send(
        request.headers.get('accept-language') === 'es' ? sendOther(request, (headers) => headers.set('accept-language', 'en')) : request,
      ),
  },
  { fault: '422 for an unknown ID', only: 'sshKey.edit', finds: 'unknown', behave: status(refusedWith(404), 422) },
  {
    fault: 'another method is accepted',
    only: 'wallet.balance',
    finds: 'method',
    behave: async (request, send) =>
      request.method === 'POST' && isAt('/fin/balance')(request) ? Response.json({ balance: 0 }) : send(request),
  },
  {
    fault: 'customers reach the calls of operators',
    only: 'operatorCustomer.list',
    finds: 'operators',
    behave: async (request, send) => (new URL(request.url).pathname.startsWith('/operator/') ? Response.json({}) : send(request)),
  },
  {
    fault: 'other customers reach an item',
    only: 'sshKey.edit',
    finds: 'other customer',
    behave: (() => {
      let owner = '';
      return async (request, send) => {
        owner ||= request.headers.get('authorization') ?? '';
        const isOther = request.headers.has('authorization') && isAt('/server/sshKey/edit')(request);
        return send(isOther ? sendOther(request, (headers) => headers.set('authorization', owner)) : request);
      };
    })(),
  },
  {
    fault: 'Idempotency-Key is ignored',
    only: 'payment.create',
    finds: 'idempotency',
    behave: (request, send) => send(sendOther(request, (headers) => headers.delete('idempotency-key'))),
  },
  {
    fault: 'a key has the first response for another input too',
    only: 'payment.create',
    finds: 'idempotency',
    behave: (() => {
      const responses = new Map<string, string>();
      return async (request, send) => {
        const key = request.headers.get('idempotency-key');
        const stored = key && responses.get(key);
        if (stored) return Response.json(JSON.parse(stored));
        const response = await send(request);
        if (key && response.ok) responses.set(key, await response.clone().text());
        return response;
      };
    })(),
  },
  {
    fault: 'paging is ignored',
    only: 'domain.list',
    finds: 'paging',
    behave: (request, send) =>
      send(
        sendOther(request, (_, url) => {
          for (const name of ['page', 'perPage']) if (url.searchParams.get(name) !== '0') url.searchParams.delete(name);
        }),
      ),
  },
  {
    fault: 'the page 0 is accepted',
    only: 'domain.list',
    finds: 'paging',
    behave: (request, send) =>
      send(
        sendOther(request, (_, url) => {
          if (url.searchParams.get('page') === '0') url.searchParams.delete('page');
        }),
      ),
  },
  {
    fault: 'outdated versions are accepted',
    only: 'dnsSetting.update',
    finds: 'version',
    behave: async (request, send) => {
      const response = await send(request);
      return response.status === 409 && isAt('/domain/dns/setting/update')(request) ? Response.json({}) : response;
    },
  },
  {
    fault: 'a stream in JSON',
    only: 'task.stream',
    finds: 'success',
    behave: async (request, send) =>
      isAt('/task/stream')(request) && request.headers.has('authorization') ? Response.json({}) : send(request),
  },
  {
    fault: 'an unknown event',
    only: 'task.stream',
    finds: 'success',
    behave: async (request, send) =>
      isAt('/task/stream')(request) && request.headers.get('authorization')?.includes('.')
        ? new Response('event: unknown\nid: 1\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } })
        : send(request),
  },
  {
    fault: 'an upload without a file is accepted',
    only: 'upload.file',
    finds: 'upload',
    behave: async (request, send) => {
      const response = await send(request);
      return isAt('/upload/file')(request) && response.status >= 400 ? Response.json({}) : response;
    },
  },
];

test('each fault of a provider is found by its case', { timeout: 120_000 }, async () => {
  const p = await startProvider();
  const wrong: string[] = [];
  const sound = await runAgainst(p, { only: [...new Set(faults.map(({ only }) => only))] });
  if (failed(sound).length > 0) wrong.push(`without a fault: ${failed(sound).join('; ')}`);
  for (const { fault, only, finds, behave } of faults) {
    const { results } = await runAgainst(p, { only: [only] }, behave);
    const found = results.filter(({ outcome }) => outcome === 'failed').map((result) => result.case);
    if (!found.includes(finds)) wrong.push(`${fault}: ${finds} found nothing, but ${found.join(', ') || 'nothing'} did`);
  }
  expect(wrong).toEqual([]);
});
