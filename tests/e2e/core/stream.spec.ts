import { auth } from '../../../src/lib/contract/account/auth.ts';
import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import { notify } from '../../../src/provider/core/notification/notify.ts';
import { expect, portalTest as test } from '../../support/browser.ts';
import { EventReader } from '../../support/events.ts';
import { accountIdOf, writeInto } from '../../support/store.ts';

/** The event stream as a program reads it, through the portal. */
test.describe('The stream @remote', () => {
  const listen = (url: string, cookie: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/task/stream`, { headers: { cookie, 'accept-encoding': 'br, gzip', ...headers } });

  test('requires a session, and is complete and uncompressed', async ({ portal, newCustomer }) => {
    expect((await listen(portal.url, '')).status).toBe(401);
    const { client } = await newCustomer();
    const response = await listen(portal.url, client.cookie);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    await using events = new EventReader(response);
    expect((await events.next())?.name).toBe('ready');
  });

  test('reports calls and jobs, and missed events', async ({ portal, newCustomer }) => {
    const { client, email } = await newCustomer();
    const add = (name: string) => client.ok(domain.add, { name, plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
    const events = new EventReader(await listen(portal.url, client.cookie));
    await events.until('ready');
    await add(`stream-${email.slice(9, 17)}.example`);
    const seen = await events.until('domain', 1000);
    await events.cancel();
    await writeInto(portal.dataDir, async ({ tx, ...ids }) =>
      notify(tx, ids, {
        accountId: await accountIdOf(tx, email),
        event: 'domainStatus',
        type: 'success',
        title: 'domain:added',
        description: 'domain:lead',
      }),
    );
    await using again = new EventReader(await listen(portal.url, client.cookie, { 'last-event-id': seen.id }));
    expect((await again.until('notification', 2000)).data.group).toBe('notification');
  });

  test('ends with the session, within a second', async ({ portal, newCustomer }) => {
    const { client } = await newCustomer();
    await using events = new EventReader(await listen(portal.url, client.cookie));
    await events.until('ready');
    await client.ok(auth.logout, {});
    expect((await events.until('end', 1000)).data).toEqual({ reason: 'session' });
    expect(await events.next()).toBeNull();
  });
});
