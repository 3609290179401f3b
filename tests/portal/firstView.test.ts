import { expect } from 'vitest';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { Client } from '../support/client.ts';
import { addWithRecords, firsts } from '../support/firstView.ts';
import { inEachArrangement, test } from '../support/portal.ts';

inEachArrangement('The first HTML', () => {
  test('of domains and records has the rows of its own customer in its own language, also when many are asked for at once', async ({
    portal,
    newCustomer,
  }) => {
    const customers = [await newCustomer(), await newCustomer()];
    const names = ['first-of-two.example', 'second-of-two.example'];
    const hosts = [41, 42];
    await Promise.all(customers.map((customer, index) => addWithRecords(customer, names[index] ?? '', hosts[index] ?? 0)));
    const views = locales.flatMap((locale) => customers.map((customer, index) => ({ locale, customer, index })));
    await Promise.all(
      (process.env.FULL ? [...views, ...views] : views).map(async ({ locale, customer: { client }, index }) => {
        const cookie = `${client.cookie}; nasim_locale=${locale}; nasim_account_locale=en`;
        const mainOf = async (path: string) => {
          const html = await (await fetch(`${portal.url}${path}`, { headers: { cookie, ...client.headers } })).text();
          return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
        };
        const [list, records] = await Promise.all([mainOf('/domains'), mainOf(`/domains/${names[index]}/dns`)]);
        expect(list).toContain(`>${names[index]}</bdi>`);
        expect(list).toContain(`aria-label="${translator(locale)('domain:title')}"`);
        expect(records).toContain(`>203.0.113.${hosts[index]}</bdi>`);
        expect(records).not.toContain(`203.0.113.${hosts[1 - index]}`);
        expect(records).toContain(`aria-label="${translator(locale)('dns:title')}"`);
        for (const page of [list, records]) {
          expect(page).not.toContain(names[1 - index]);
          for (const other of locales.filter((one) => one !== locale))
            for (const key of ['domain:column.records', 'dns:column.content'] as const)
              expect(page).not.toContain(`>${translator(other)(key)}<`);
          // Content that comes late needs scripts in the page, which the policy forbids.
          expect(page).not.toMatch(/<!--\$[?!]-->|<script/);
          expect(page).not.toContain('class="skeleton');
        }
      }),
    );
  });

  // Each list in one language; the full run checks all of them.
  test('of a list has the rows of its own customer in its own language', async ({ portal, newCustomer, demo }) => {
    const customer = await newCustomer();
    // A sign-in from another network is reported to the customer.
    await new Client(portal.url, { 'x-forwarded-for': '203.0.113.7' }).signIn(customer.email, customer.password);
    const mainOf = async (client: Client, path: string, locale: Locale) => {
      const cookie = `${client.cookie}; nasim_locale=${locale}; nasim_account_locale=en`;
      const html = await (await fetch(`${portal.url}${path}`, { headers: { cookie, ...client.headers } })).text();
      return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    };
    for (const [place, { path, as, text, name, heading, hasLate }] of firsts.entries()) {
      const shown = process.env.FULL ? locales : locales.filter((_, index) => index === place % locales.length);
      const expected = await text(demo);
      if (expected === undefined) throw new Error(`${path} has no rows`);
      const [own, other] = as === 'demo' ? [demo, customer.client] : [customer.client, demo];
      await Promise.all(
        shown.map(async (locale) => {
          const list = await mainOf(own, path, locale);
          expect(list, `${path}, ${locale}`).toContain(expected);
          const t = translator(locale);
          expect(list, `${path}, ${locale}`).toContain(name ? `aria-label="${t(name)}"` : `>${t(heading ?? 'common:close')}<`);
          // Content that comes late needs scripts in the page, which the policy forbids.
          expect(list, `${path}, ${locale}`).not.toMatch(hasLate ? /<!--\$[?!]-->|<script/ : /<!--\$[?!]-->|<script|class="skeleton/);
        }),
      );
      expect(await mainOf(other, path, 'en'), path).not.toContain(expected);
    }
  });
});
