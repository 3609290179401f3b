import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { maskSecrets } from '../../kernel/secrets.ts';

const { domainId, serverId } = demo;
const form = { title: 'It is slow', departmentId: 'technical', service: 'cdn', message: 'Since noon.' };
const requestId = '0b9c2f0e-3c5e-4d7b-9a51-7f0a4c3e2d11';
const failed = { requestId, path: '/domain/dns/create', status: 500, time: '2026-11-24T10:00:00.000Z' };

async function started() {
  const { p, token } = await signedIn();
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
  const target = `https://logs.parvaz.example/in?token=${secrets.targetToken}`;
  await p.ok(logForward.create, { domainId, kind: 'http', target, format: 'ndjson', secret: secrets.targetSecret }, at);
  await p.ok(dns.create, { domainId, name: 'verify', type: 'TXT', content: secrets.txt, ttl: 'auto', proxy: false }, at);
  const oldTarget = `https://u:${secrets.targetPassword}@logs.example/x?token=${secrets.targetToken}`;
  await updateStored(p, 'logTarget', { id: demo.logTargetId }, { target: oldTarget });
  await updateStored(p, 'ssl', {}, { sealedKey: secrets.privateKey });
  const { monitoring } = await storedOne(p, 'cluster', { id: demo.clusterId });
  const checked = monitoring && { ...monitoring, sentHeaders: { Authorization: `Bearer ${secrets.healthHeader}` } };
  await updateStored(p, 'cluster', { id: demo.clusterId }, { monitoring: checked });
  const data = JSON.parse((await storedOne(p, 'edgeItem', { id: demo.pathId })).data);
  data.description = secrets.description;
  data.settings.redirectUrl = `https://parvaz.example/?key=${secrets.redirect}`;
  await updateStored(p, 'edgeItem', { id: demo.pathId }, { data: JSON.stringify(data) });
  const { sections } = await preview({ domainId });
  const text = JSON.stringify(sections);
  // It isn't empty: it contains what support needs.
  expect(sections.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Domain', 'Settings', 'Rules', 'DNS records', 'Certificates', 'Clusters', 'Log forwarding', 'Recent changes']),
  );
  for (const { name } of (await p.ok(cluster.list, { domainId }, at)).clusters) expect(text).toContain(name);
  expect(JSON.stringify(sections.find(({ title }) => title === 'Clusters'))).not.toMatch(/headers/i);
  expect(text).toContain('parvaz.example');
  expect(text).toContain(`(${secrets.txt.length} characters)`);
  expect(Object.entries(secrets).filter(([, secret]) => text.includes(secret))).toEqual([]);
  for (const { entries } of sections) for (const { value } of entries) expect(value.length).toBeLessThanOrEqual(301);
});

test('a server snapshot contains no secrets', async () => {
  const { p, token, preview } = await started();
  await p.ok(server.edit, { serverId, description: secrets.description }, { token });
  const { settings: before } = await storedOne(p, 'server', { id: serverId });
  const settings = { ...before, sshKeys: [`ssh-ed25519 ${secrets.sshKey} me`], userData: `password: ${secrets.cloudInit}` };
  await updateStored(p, 'server', { id: serverId }, { settings, password: secrets.sealed });
  const { sections } = await preview({ serverId });
  const text = JSON.stringify(sections);
  expect(sections.map(({ title }) => title)).toEqual(expect.arrayContaining(['Server', 'Network', 'Recent changes']));
  expect(text).toContain('hasCloudInit');
  expect(Object.entries(secrets).filter(([, secret]) => text.includes(secret))).toEqual([]);
});

test('secrets in a text are masked, and nothing else', () => {
  for (const [text, left] of [
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
  ] as const)
    expect(maskSecrets(text)).toBe(left);
});

test('the provider’s own snapshot is attached as the customer saw it, and operators can read it', async () => {
  const { p, token, preview } = await started();
  const operator = await p.signInOperator();
  const previewed = await preview({ serverId });
  expect(await preview({ serverId })).toEqual(previewed);
  const diagnosed = { ...form, serverId, diagnostics: { digest: previewed.digest, failed: [failed] } };
  const { ticket: made } = await p.ok(ticket.create, diagnosed, { token });
  expect(made.hasDiagnostics).toBe(true);
  const { diagnostics } = await p.ok(ticket.diagnostics, { ticketId: made.id }, { token });
  expect(diagnostics).toEqual({ takenAt: new Date(p.clock.now).toISOString(), sections: previewed.sections, failed: [failed] });
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
  const { ticket: made } = await p.ok(ticket.create, { ...form, domainId, diagnostics: { digest: again.digest } }, { token });
  expect(made.hasDiagnostics).toBe(true);
});

test('a snapshot must be of the customer’s own services, and text from the browser is refused', async () => {
  const { p, token, preview } = await started();
  const { digest } = await preview({ domainId });
  const stranger = await p.signIn(demo.second);
  const before = await snapshot(p);
  for (const of of [{ domainId }, { serverId }]) expect((await p.try(ticket.previewDiagnostics, of, { token: stranger })).status).toBe(404);
  expect((await p.try(ticket.create, { ...form, domainId, diagnostics: { digest } }, { token: stranger })).status).toBe(404);
  expect((await p.try(ticket.previewDiagnostics, {}, { token })).status).toBe(422);
  expect((await p.try(ticket.create, { ...form, diagnostics: { digest } }, { token })).status).toBe(422);
  const create = (diagnostics: object) => p.try(ticket.create, { ...form, domainId, diagnostics }, { token });
  for (const wrong of [{ path: '/my/text' }, { requestId: 'my text' }, { status: 200 }, { time: 'noon' }])
    expect((await create({ digest, failed: [{ ...failed, ...wrong }] })).status).toBe(422);
  expect(await snapshot(p)).toBe(before);
});
