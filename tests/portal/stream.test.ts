import { expect } from 'vitest';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { addDomain } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { EventReader } from '../support/events.ts';
import { inEachArrangement, test } from '../support/portal.ts';

/** The event stream as a program reads it, through the portal. */
inEachArrangement('The stream', () => {
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

  test('reports calls, and missed events', async ({ portal, newCustomer }) => {
    const { client, email, password } = await newCustomer();
    const events = new EventReader(await listen(portal.url, client.cookie));
    await events.until('ready');
    await addDomain({ client }, `stream-${email.slice(9, 17)}.example`);
    const received = await events.until('domain');
    await events.cancel();
    // A sign-in from another network is reported to the customer.
    await new Client(portal.url, { 'x-forwarded-for': '203.0.113.7' }).signIn(email, password);
    await using again = new EventReader(await listen(portal.url, client.cookie, { 'last-event-id': received.id }));
    expect((await again.until('notification')).data.group).toBe('notification');
  });

  test('ends with the session', async ({ portal, newCustomer }) => {
    const { client } = await newCustomer();
    await using events = new EventReader(await listen(portal.url, client.cookie));
    await events.until('ready');
    await client.ok(auth.logout, {});
    expect((await events.until('end')).data).toEqual({ reason: 'session' });
    expect(await events.next()).toBeNull();
  });
});
