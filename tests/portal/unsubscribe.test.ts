import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Secrets } from '../../src/config/env.ts';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { notificationSetting } from '../../src/lib/contract/core/notificationSetting.ts';
import { unsubscribeToken } from '../../src/provider/drivers/mail/unsubscribeToken.ts';
import { inEachArrangement, test } from '../support/portal.ts';
import { get, type RawAnswer, raw } from '../support/raw.ts';

const BODY = 'List-Unsubscribe=One-Click';
/** What a mail service sends (RFC 8058, section 3.2): no cookie, no `Origin`. */
const oneClick = (url: string, path: string, type = 'application/x-www-form-urlencoded'): Promise<RawAnswer> =>
  raw(
    url,
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
  );

inEachArrangement('The unsubscribe link of an email', () => {
  test('a mail service unsubscribes with one request, and again; opening the link changes nothing', async ({ portal, newCustomer }) => {
    const { client } = await newCustomer();
    const { id } = (await client.ok(auth.profile, {})).profile;
    const secrets = JSON.parse(readFileSync(join(portal.dataDir, 'secrets.json'), 'utf8')) as Secrets; // the portal wrote it
    const path = `/public/unsubscribe?token=${unsubscribeToken(secrets, id, 'invoice')}`;
    const email = async () => (await client.ok(notificationSetting.get, {})).setting.events.invoice.email;

    const page = await get(portal.url, path);
    expect([page.status, page.body.includes('method="post"'), await email()]).toEqual([200, true, true]);
    expect((await get(portal.url, path, {}, 'HEAD')).status).toBe(200);
    expect(await email()).toBe(true);

    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await oneClick(portal.url, path, type);
      expect([answer.status, answer.headers['set-cookie'], await email()]).toEqual([200, undefined, false]);
    }
  });

  test('an invalid token is refused with the reason, and other pages accept no POST', async ({ portal }) => {
    for (const token of ['', 'nonsense', 'x'.repeat(500)]) {
      const answer = await oneClick(portal.url, `/public/unsubscribe?token=${token}`);
      expect([token, answer.status, /role="alert"[^>]*>This link isn’t valid/.test(Buffer.from(answer.body, 'latin1').toString())]).toEqual(
        [token, 422, true],
      );
    }
    for (const path of ['/public/login', '/public/unsubscribe/x', '/domains', '/']) {
      const answer = await oneClick(portal.url, path);
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
    expect((await get(portal.url, '/public/unsubscribe', {}, 'PUT')).headers.allow).toBe('GET, HEAD, POST');
  });
});
