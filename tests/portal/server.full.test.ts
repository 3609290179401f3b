import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { Client } from '../support/client.ts';
import { EventReader } from '../support/events.ts';
import { startPortal, startProviderServer } from '../support/server.ts';

test('on SIGTERM, it completes accepted requests and exits', async () => {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  const requests = Array.from({ length: 20 }, (_, i) =>
    client.send(domain.add, { name: `drain-${i}.example`, plan: 'free', acceptTerms: true, termsVersion: '2026-11' }),
  );
  // One has been answered: the portal has accepted some of the others too.
  await Promise.race(requests);
  const code = portal.stop();
  const answers = await Promise.allSettled(requests);
  // A process that doesn't exit in time is killed and has no exit code.
  expect(await code).toBe(0);
  // Late calls were refused; accepted ones were answered completely.
  const answered = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value.status);
  expect(answered.length).toBeGreaterThan(0);
  expect(new Set(answered)).toEqual(new Set([200]));

  await using again = await startPortal({ dataDir: portal.dataDir });
  const after = new Client(again.url);
  await after.signIn();
  const { domains } = await after.ok(domain.list, {});
  expect(domains.filter(({ name }) => name.startsWith('drain-')).length).toBeGreaterThanOrEqual(answered.length);
});

test('an idle connection doesn’t prevent it from exiting', async () => {
  await using portal = await startPortal();
  const silent = connect(portal.port, '127.0.0.1');
  silent.on('error', () => {});
  await once(silent, 'connect');
  expect(await portal.stop()).toBe(0);
  silent.destroy();
});

test('open streams don’t prevent it or the provider behind it from exiting', async () => {
  await using provider = await startProviderServer();
  for (const env of [{}, { PROVIDER_URL: provider.url }]) {
    await using portal = await startPortal({ env });
    const client = new Client(portal.url);
    if ('PROVIDER_URL' in env) await expect.poll(() => client.signIn().then(Boolean, () => false), { timeout: 60_000 }).toBe(true);
    else await client.signIn();
    const open = () =>
      fetch(`${portal.url}/api/task/stream`, { headers: { cookie: client.cookie } }).then((response) => new EventReader(response));
    const all = await Promise.all(Array.from({ length: 5 }, open));
    for (const events of all) await events.until('ready');
    expect(await portal.stop()).toBe(0);
    for (const events of all) while (await events.next());
  }
});

test('a port in use is reported in one line', async () => {
  await using portal = await startPortal();
  await expect(startPortal({ port: portal.port })).rejects.toThrow(
    `Port ${portal.port} of 127.0.0.1 is in use. Choose another one with PORT.`,
  );
});

test('fifty slow clients and sixteen sign-ins don’t block others', async () => {
  await using portal = await startPortal({ env: { PASSWORD_COST: '15' } });
  const client = new Client(portal.url);
  await client.signIn();
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(
      portal.port,
      '127.0.0.1',
      () =>
        void socket.write(
          'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
        ),
    );
    socket.on('error', () => {});
    return socket;
  });
  const signIns = Array.from({ length: 16 }, (_, i) =>
    new Client(portal.url).send(auth.login, { username: `nobody-${i}@mail.example`, password: 'not-the-password' }),
  );
  let answered = 0;
  for (const one of signIns) void one.then(() => answered++);
  for (let i = 0; i < 10; i++) await client.ok(domain.list, {});
  expect(answered, 'reads do not wait for the sign-ins before them').toBeLessThan(signIns.length);
  expect((await Promise.all(signIns)).map(({ status }) => status)).toEqual(Array(16).fill(422));
  for (const socket of slow) socket.destroy();
});

test('a connection without a complete request in time gets a 408 without a body, which browsers repeat', { timeout: 90_000 }, async () => {
  await using portal = await startPortal();
  for (const sent of ['', 'GET / HTTP/1.1\r\nhost: x']) {
    const socket = connect(portal.port, '127.0.0.1', () => socket.write(sent));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    await once(socket, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[^{]*\r\n\r\n$/);
  }
});
