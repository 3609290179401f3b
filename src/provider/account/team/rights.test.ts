import { beforeAll, describe, expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { tableProductLines, watchTables } from '../../../../tests/support/tables.ts';
import { roleGrant } from '../../../../tests/support/team.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { team } from '../../../lib/contract/account/team.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { roles } from '../../../lib/rules/core/role.ts';
import { accessTo, callRealm, deniedByRole, deniedInView } from '../../../lib/rules/core/roles.ts';

/*
 * What a call may do is declared (safe, area) or follows from its group (realm). Here it is compared with what its statements touch, with
 * its example on the demo data.
 */

const calls = allCalls().filter(({ access }) => access === 'session') as NamedCall[];
const callName = ({ id }: NamedCall) => id.join('.');
/** Without those that end the session, hold a stream open or need a file. */
const testedCalls = calls.filter((call) => callName(call) !== 'auth.logout' && !call.events && call.body !== 'multipart');

interface Observed {
  call: NamedCall;
  read: string[];
  written: string[];
}

/** Sends every call to a provider of its own. */
async function observe(): Promise<Observed[]> {
  let stop = async () => {};
  const p = await startProvider({
    onEnd: (end) => {
      stop = end;
    },
  });
  const token = await p.signIn();
  const watched = watchTables(p.store);
  const observations: Observed[] = [];
  // Calls that change something could remove what the others need.
  for (const call of testedCalls.toSorted((a, b) => Number(b.safe) - Number(a.safe))) {
    watched.drain();
    await p.try(call, call.example, { token });
    const { read, written } = watched.drain();
    observations.push({ call, read: [...read], written: [...written] });
  }
  await stop();
  return observations;
}

/** Of the call and the process, not of the account: the end of a session, limits of calls, and jobs and messages on their way. */
const ofCalls = ['session', 'throttle', 'job', 'outbox'];
/** The lines whose tables the calls of a realm may touch, besides those of `core`, which all have. */
const callProductLines: Readonly<Record<string, string>> = {
  domains: 'cdn',
  orders: 'cdn',
  cloud: 'cloud',
  spaces: 'cloud',
  finance: 'finance',
  tickets: 'support',
  support: 'support',
};
/** Calls that read more, and why. They write nothing there. */
const readMore: Readonly<Record<string, string>> = {
  'budget.get': 'counts the domains that the budget could pause',
  'walletDetail.get': 'shows what each domain and server costs',
  'walletDetail.usage': 'shows what each domain and server costs',
  'wallet.charges': 'shows the next charges of plans',
  'ticket.subjects': 'lists what a ticket can be about',
  'ticket.previewDiagnostics': 'collects what a ticket is about',
  'ticket.create': 'checks what the ticket is about',
};

describe('what a call touches', () => {
  let observed: Observed[] = [];
  beforeAll(async () => {
    observed = await observe();
  }, 60_000);

  test('a safe call changes nothing of an account', () => {
    const offenders = observed.filter(({ call, written }) => call.safe && written.some((table) => !ofCalls.includes(table)));
    expect(offenders.map(({ call, written }) => [callName(call), written])).toEqual([]);
  });

  test('a call reads and writes tables of its own line only, or there is a reason', () => {
    const lines = tableProductLines();
    const isForeign = (call: NamedCall) => (table: string) => {
      const [own, line] = [callProductLines[callRealm(call)], lines.get(table)];
      return own !== undefined && line !== undefined && line !== own && line !== 'core';
    };
    const others = observed.filter(({ call, read }) => read.some(isForeign(call)));
    expect(others.map(({ call }) => callName(call)).toSorted()).toEqual(Object.keys(readMore).toSorted());
    const written = observed.filter(({ call, written }) => written.some(isForeign(call)));
    expect(written.map(({ call }) => callName(call))).toEqual([]);
  });

  test('each role and call, reviewed as a table', async () => {
    const outcome = (role: (typeof roles)[number], call: NamedCall) => {
      if (callRealm(call) === 'own') return 'own account';
      if (deniedByRole(roleGrant(role), call)) return 'refused';
      return accessTo(roleGrant(role), callRealm(call)) === 'read' ? 'read' : 'yes';
    };
    const inView = (call: NamedCall) => (deniedInView(call) || deniedByRole({ role: 'support', level: 'read' }, call) ? 'refused' : 'read');
    const rows = calls.map((call) =>
      [callName(call), callRealm(call), call.safe ? 'safe' : 'unsafe', ...roles.map((role) => outcome(role, call)), inView(call)].join(
        ' | ',
      ),
    );
    const head = ['call', 'realm', 'method', ...roles, 'support view'].join(' | ');
    await expect(`${[head, ...rows.toSorted()].join('\n')}\n`).toMatchFileSnapshot('rights.table.txt');
  });
});

/** The second customer acts for the account of the demo customer. */
async function member(p: TestProvider, owner: string, rights: { role: 'readOnly' | 'admin' } | { role: 'domains'; domainIds: string[] }) {
  await p.ok(team.invite, { email: demo.second, ...rights }, { token: owner });
  const token = await p.signIn(demo.second);
  const invitationId = (await p.ok(team.accounts, {}, { token })).invitations[0]?.id ?? '';
  await p.ok(team.accept, { invitationId }, { token });
  await p.ok(team.switch, { accountId: await readAccountId(p) }, { token });
  return token;
}

describe('a member', () => {
  test('with read access sends, checks and cancels nothing', async () => {
    const p = await startProvider();
    const owner = await p.signIn();
    const token = await member(p, owner, { role: 'readOnly' });
    const acting = calls.filter((call) => !call.safe && !['self', 'own', 'shell'].includes(callRealm(call)));
    for (const name of ['webhook.test', 'cnameSetup.check', 'domain.scan', 'domain.verify', 'cluster.test', 'spaceObject.abort'])
      expect(acting.map(callName)).toContain(name);
    for (const call of acting.filter(({ body }) => body !== 'multipart'))
      expect([callName(call), (await p.try(call, call.example, { token })).body.code]).toEqual([callName(call), 'error:role']);
  });

  test('of one domain sees nothing of the others, and no invoices', async () => {
    const p = await startProvider();
    const owner = await p.signIn();
    const all = (await p.ok(domain.list, { perPage: 100 }, { token: owner })).domains;
    const removed = (await p.ok(domain.trash, {}, { token: owner })).domains;
    const others = [...all, ...removed].filter(({ id }) => id !== demo.domainId).map(({ name }) => name);
    expect(removed.length).toBeGreaterThan(0);
    const token = await member(p, owner, { role: 'domains', domainIds: [demo.domainId] });
    for (const call of testedCalls.filter((call) => call.safe && callRealm(call) !== 'self')) {
      const { body, status } = await p.try(call, call.example, { token });
      const text = JSON.stringify(body);
      if (status < 300) expect([callName(call), others.filter((name) => text.includes(name))]).toEqual([callName(call), []]);
      if (callRealm(call) === 'finance') expect([callName(call), body.code]).toEqual([callName(call), 'error:role']);
    }
  });

  test('doesn’t roll the key of somebody else; the attempt is in the log', async () => {
    const p = await startProvider();
    const owner = await p.signIn();
    const token = await member(p, owner, { role: 'admin' });
    const form = { name: 'Theirs', access: { dns: 'read' } } as const;
    const key = await p.ok(apiKey.add, form, { token: owner });
    const own = await p.ok(apiKey.add, { ...form, name: 'Own' }, { token });
    const refused = await p.try(apiKey.roll, { apiKeyId: key.apiKey.id }, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'apiKey:error.otherMaker']);
    expect((await p.try(domain.list, {}, { token: key.token })).status).toBe(409);
    const [entry] = (await p.ok(log.list, {}, { token: owner })).logs;
    expect(entry).toMatchObject({ action: 'request', entity: { type: 'apiKey', id: key.apiKey.id }, actor: { name: demo.second } });
    await p.ok(apiKey.roll, { apiKeyId: own.apiKey.id }, { token });
    await p.ok(apiKey.roll, { apiKeyId: own.apiKey.id }, { token: owner });
  });
});

test('an upload that is canceled is in the log, and one that doesn’t exist isn’t', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const { spaces } = await p.ok(space.list, {}, { token });
  const spaceId = spaces[0]?.id ?? '';
  const file = new File([new Uint8Array(8 * 1024 * 1024)], 'large.bin');
  const { uploadId } = await p.ok(spaceObject.upload, { spaceId, key: 'large.bin', size: 20 * 1024 * 1024 }, { token, file });
  const entries = async () => (await p.ok(log.list, {}, { token })).logs.filter(({ entity }) => entity.type === 'spaceObject');
  const before = (await entries()).length;
  expect((await p.try(spaceObject.abort, { spaceId, key: 'large.bin', uploadId: 'unknown' }, { token })).status).toBe(404);
  expect(await entries()).toHaveLength(before);
  await p.ok(spaceObject.abort, { spaceId, key: 'large.bin', uploadId: uploadId ?? '' }, { token });
  expect((await entries())[0]).toMatchObject({ action: 'undo', entity: { name: expect.stringMatching(/\/large\.bin$/) } });
});
