import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { masked } from '../../core/secrets.ts';

const { domainId, serverId } = demo;
const form = { title: 'It is slow', departmentId: 'technical', service: 'cdn', message: 'Since noon.' };
const failed = {
  requestId: '0b9c2f0e-3c5e-4d7b-9a51-7f0a4c3e2d11',
  path: '/domain/dns/create',
  status: 500,
  time: '2026-11-24T10:00:00.000Z',
};

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const preview = (of: { domainId?: string; serverId?: string }) => p.ok(ticket.previewDiagnostics, of, { token });
  return { p, token, preview };
}

/** None of these may ever be in a snapshot. */
const secrets = {
  targetPassword: 'Tgt-Passw0rd-in-userinfo',
  targetToken: 'query0token0of0the0target',
  targetSecret: 'signing-secret-of-log-batches',
  healthHeader: 'health-check-bearer-77',
  redirect: 'redirect0secret0value',
  txt: 'txt-record-secret-5512',
  cloudInit: 'cloud-init-password-991',
  sshKey: 'AAAAC3NzaC1lZDI1NTE5AAAAIDiagnosticsKey',
  sealed: 'sealed-server-password-31',
  privateKey: 'sealed-private-key-of-certificate',
  description: 'described-password-4411',
};

test('a domain snapshot contains no secrets', async () => {
  const { p, token, preview } = await started();
  const at = { token };
  await p.ok(
    logForward.create,
    {
      domainId,
      kind: 'http',
      target: `https://logs.parvaz.example/in?token=${secrets.targetToken}`,
      format: 'ndjson',
      secret: secrets.targetSecret,
    },
    at,
  );
  await p.ok(dns.create, { domainId, name: 'verify', type: 'TXT', content: secrets.txt, ttl: 'auto', proxy: false }, at);
  await p.store.write('t', async (tx) => {
    await tx
      .updateTable('logTarget')
      .set({ target: `https://u:${secrets.targetPassword}@logs.example/x?token=${secrets.targetToken}` })
      .where('id', '=', demo.logTargetId)
      .execute();
    await tx.updateTable('ssl').set({ sealedKey: secrets.privateKey }).execute();
    const { monitoring } = await tx.selectFrom('cluster').select('monitoring').where('id', '=', demo.clusterId).executeTakeFirstOrThrow();
    const sentHeaders = { Authorization: `Bearer ${secrets.healthHeader}` };
    await tx
      .updateTable('cluster')
      .set({ monitoring: JSON.stringify({ ...JSON.parse(monitoring ?? '{}'), sentHeaders }) })
      .where('id', '=', demo.clusterId)
      .execute();
    const rule = await tx.selectFrom('edgeItem').select('data').where('id', '=', demo.pathId).executeTakeFirstOrThrow();
    const data = JSON.parse(rule.data);
    data.description = secrets.description;
    data.settings.redirectUrl = `https://parvaz.example/?key=${secrets.redirect}`;
    await tx
      .updateTable('edgeItem')
      .set({ data: JSON.stringify(data) })
      .where('id', '=', demo.pathId)
      .execute();
  });
  const { sections } = await preview({ domainId });
  const text = JSON.stringify(sections);
  // It isn't empty: it contains what support needs.
  expect(sections.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Domain', 'Settings', 'Rules', 'DNS records', 'Certificates', 'Clusters', 'Log forwarding', 'Recent changes']),
  );
  expect(text).toContain('parvaz.example');
  expect(text).toContain(`(${secrets.txt.length} characters)`);
  for (const [what, secret] of Object.entries(secrets)) expect([what, text.includes(secret)]).toEqual([what, false]);
  for (const { entries } of sections) for (const { value } of entries) expect(value.length).toBeLessThanOrEqual(301);
});

test('a server snapshot contains no secrets', async () => {
  const { p, token, preview } = await started();
  await p.ok(server.edit, { serverId, description: secrets.description }, { token });
  await p.store.write('t', async (tx) => {
    const row = await tx.selectFrom('server').select('settings').where('id', '=', serverId).executeTakeFirstOrThrow();
    const settings = {
      ...JSON.parse(row.settings),
      sshKeys: [`ssh-ed25519 ${secrets.sshKey} me`],
      userData: `password: ${secrets.cloudInit}`,
    };
    await tx
      .updateTable('server')
      .set({ settings: JSON.stringify(settings), password: secrets.sealed })
      .where('id', '=', serverId)
      .execute();
  });
  const { sections } = await preview({ serverId });
  const text = JSON.stringify(sections);
  expect(sections.map(({ title }) => title)).toEqual(expect.arrayContaining(['Server', 'Network', 'Recent changes']));
  expect(text).toContain('hasCloudInit');
  for (const [what, secret] of Object.entries(secrets)) expect([what, text.includes(secret)]).toEqual([what, false]);
});

test.each([
  ['https://user:pass@host.example/path?sig=abc', 'https://•••@host.example/path?•••'],
  ['Authorization: Bearer abcdef123456', 'Authorization: •••'],
  ['sent Bearer abcdef123456 to it', 'sent Bearer ••• to it'],
  ['db_password=hunter2; port=5432', 'db_password=•••; port=5432'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '•••'],
  ['nsm_0123456789abcdef', '•••'],
  ['key eyJhbGciOi.eyJzdWIiOiIx.c2ln', 'key •••'],
  ['0123456789abcdef0123456789abcdef', '•••'],
  // Text that isn't a secret remains.
  ['request 0b9c2f0e-3c5e-4d7b-9a51-7f0a4c3e2d11', 'request 0b9c2f0e-3c5e-4d7b-9a51-7f0a4c3e2d11'],
  ['2001:db8::1, ns1.nasim.example, /media/products/2026/*', '2001:db8::1, ns1.nasim.example, /media/products/2026/*'],
])('of “%s” “%s” is left', (text, left) => {
  expect(masked(text)).toBe(left);
});

test('the provider’s own snapshot is attached as the customer saw it, and operators can read it', async () => {
  const { p, token, preview } = await started();
  const operator = await p.signInOperator();
  const seen = await preview({ serverId });
  expect(await preview({ serverId })).toEqual(seen);
  const { ticket: made } = await p.ok(
    ticket.create,
    { ...form, serverId, diagnostics: { digest: seen.digest, failed: [failed] } },
    { token },
  );
  expect(made.hasDiagnostics).toBe(true);
  const { diagnostics } = await p.ok(ticket.diagnostics, { ticketId: made.id }, { token });
  expect(diagnostics).toEqual({ takenAt: new Date(p.clock.now).toISOString(), sections: seen.sections, failed: [failed] });
  expect(await p.ok(operatorTicket.diagnostics, { ticketId: made.id }, { token: operator })).toEqual({ diagnostics });
  // It doesn't change afterward.
  await p.ok(server.edit, { serverId, name: 'renamed' }, { token });
  expect(await p.ok(ticket.diagnostics, { ticketId: made.id }, { token })).toEqual({ diagnostics });
  // A ticket without a snapshot shows that there is none.
  const { ticket: plain } = await p.ok(ticket.create, form, { token });
  expect(plain.hasDiagnostics).toBe(false);
  expect((await p.try(ticket.diagnostics, { ticketId: plain.id }, { token })).status).toBe(404);
});

test('a snapshot that changed after it was seen isn’t attached, and no ticket is opened', async () => {
  const { p, token, preview } = await started();
  const { digest } = await preview({ domainId });
  await p.ok(pageRule.toggleDeploy, { domainId, pathId: demo.pathId, deploy: true }, { token });
  const before = await snapshot(p);
  const { status, body } = await p.try(ticket.create, { ...form, domainId, diagnostics: { digest } }, { token });
  expect([status, body.code]).toEqual([409, 'ticket:error.diagnosticsChanged']);
  expect(await snapshot(p)).toBe(before);
  const again = await preview({ domainId });
  expect((await p.ok(ticket.create, { ...form, domainId, diagnostics: { digest: again.digest } }, { token })).ticket.hasDiagnostics).toBe(
    true,
  );
});

test('a snapshot must be of the customer’s own services, and text from the browser is refused', async () => {
  const { p, token, preview } = await started();
  const { digest } = await preview({ domainId });
  const stranger = await p.signIn(demo.second);
  const before = await snapshot(p);
  for (const of of [{ domainId }, { serverId }]) expect((await p.try(ticket.previewDiagnostics, of, { token: stranger })).status).toBe(404);
  expect((await p.try(ticket.create, { ...form, domainId, diagnostics: { digest } }, { token: stranger })).status).toBe(404);
  expect((await p.try(ticket.diagnostics, { ticketId: demo.ticketId }, { token: stranger })).status).toBe(404);
  expect((await p.try(operatorTicket.diagnostics, { ticketId: demo.ticketId }, { token })).status).toBe(404);
  expect((await p.try(ticket.previewDiagnostics, {}, { token })).status).toBe(422);
  expect((await p.try(ticket.create, { ...form, diagnostics: { digest } }, { token })).status).toBe(422);
  for (const wrong of [{ path: '/my/text' }, { requestId: 'my text' }, { status: 200 }, { time: 'noon' }])
    expect(
      (await p.try(ticket.create, { ...form, domainId, diagnostics: { digest, failed: [{ ...failed, ...wrong }] } }, { token })).status,
    ).toBe(422);
  expect(await snapshot(p)).toBe(before);
});

test('a cluster snapshot excludes the content of its health checks', async () => {
  const { p, token, preview } = await started();
  const { clusters } = await p.ok(cluster.list, { domainId }, { token });
  const text = JSON.stringify((await preview({ domainId })).sections.find(({ title }) => title === 'Clusters'));
  for (const { name } of clusters) expect(text).toContain(name);
  expect(text).not.toMatch(/headers/i);
});
