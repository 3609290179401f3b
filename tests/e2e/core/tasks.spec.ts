import type { Locator, Page } from '@playwright/test';
import { dns } from '../../../src/lib/contract/cdn/dns.ts';
import { firewall } from '../../../src/lib/contract/cdn/firewall.ts';
import { formatNumber } from '../../../src/lib/format/number.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import type { Translate } from '../../../src/lib/i18n/translator.ts';
import { settled } from '../../screens/index.ts';
import { addDomain } from '../../support/accounts.ts';
import { expect, test } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { handsOn } from '../../support/keyboard.ts';

/*
 * Tasks of a customer, each from the dashboard and within a number of interactions: a click, a field that is filled in, a key. Moving to
 * an element is none, with Tab as little as with a pointer. Where a task needs more, restore the panel, not its limit.
 */
const LIMIT = 6;

const languages = ['en', 'fa'] as const;
const widths = [390, 1440] as const;
const hands = ['pointer', 'keyboard'] as const;
type Language = (typeof languages)[number];
type Way = `${Language}, ${(typeof widths)[number]} px, ${(typeof hands)[number]}`;

interface Doing {
  page: Page;
  t: Translate;
  locale: Language;
  /** The customer's only domain. */
  name: string;
  domainId: string;
  client: Client;
  press(target: Locator): Promise<void>;
  /** An item of an open menu or list. */
  choose(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Types into the search of the panel and opens the entry that has to come first: three interactions. */
  find(query: string, entry: string): Promise<void>;
  /** Gives a file to the element that asks for one. */
  upload(target: Locator, file: { name: string; text: string }): Promise<void>;
}

interface Task {
  name: string;
  limit?: number;
  /** How `npm test` does it. The full run does each task in every way. */
  journey?: Way;
  /** What is there before. */
  prepare?(doing: Pick<Doing, 'client' | 'domainId' | 'name'>): Promise<unknown>;
  do(doing: Doing): Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const record = (name: string, content: string) => ({ name, type: 'A', content, ttl: 300, proxy: false }) as const;

const tasks: Task[] = [
  {
    name: 'clear one URL',
    async do({ page, t, name, find, press }) {
      const url = `https://${name}/app.css`;
      await find(url, t('find:action.clearUrl', { url }));
      await expect(page.getByLabel(t('cache:clear.lines'), { exact: true })).toHaveValue(url);
      await press(button(page, t('cache:clear.action')));
      await expect(page.getByText(t('cache:deletionSaved'))).toBeVisible();
    },
  },
  {
    name: 'block a country',
    journey: 'fa, 1440 px, keyboard',
    async do({ page, t, locale, find, press, client, domainId }) {
      const country = { en: 'Russia', fa: 'روسیه' }[locale];
      await find({ en: 'block country Russia', fa: 'مسدود کردن کشور روسیه' }[locale], t('find:action.blockCountry', { name: country }));
      await press(button(page, t('rules:saveAndDeploy')));
      await expect(page.getByRole('list', { name: t('firewall:list') }).getByText(country)).toBeVisible();
      expect((await client.ok(firewall.list, { domainId })).rules).toMatchObject([{ value: 'RU', mode: 'deny', deploy: true }]);
    },
  },
  {
    name: 'force HTTPS',
    async do({ page, t, locale, find, press }) {
      await find({ en: 'force https', fa: 'اجبار https' }[locale], t('find:setting.forceHttps.label'));
      const own = page.getByRole('switch', { name: t('https:redirect.title') });
      await expect(own).not.toBeChecked();
      await press(own);
      await expect(own).toBeChecked();
      await expect(button(page, t('common:undo'))).toBeVisible();
    },
  },
  {
    name: 'redirect a path',
    async do({ page, t, locale, find, press, write }) {
      await find({ en: 'redirect a path', fa: 'هدایت مسیر' }[locale], t('find:setting.redirect.label'));
      await write(page.getByRole('textbox', { name: t('pageRule:field.path') }), '/old');
      await write(page.getByRole('textbox', { name: t('pageRule:setting.redirectUrl.title') }), '/new');
      await press(button(page, t('rules:saveAndDeploy')));
      await expect(page.getByRole('list', { name: t('pageRule:list') }).getByRole('link', { name: '/old' })).toBeVisible();
    },
  },
  {
    name: 'under-attack mode on and off',
    async do({ page, t, locale, find, press }) {
      await find({ en: 'I am under attack', fa: 'به سایتم حمله شده' }[locale], t('find:setting.underAttack.label'));
      await press(button(page, t('ddos:attack.start')));
      await expect(page.locator('main').getByRole('timer')).toBeVisible();
      await press(page.locator('main').getByRole('button', { name: t('ddos:attack.stop'), exact: true }));
      await expect(button(page, t('ddos:attack.start'))).toBeVisible();
    },
  },
  {
    name: 'see why a request is blocked',
    async prepare({ client, domainId }) {
      await client.ok(dns.create, { domainId, ...record('@', '203.0.113.9'), proxy: true });
      await client.ok(firewall.create, { domainId, kind: 'ip', value: '203.0.113.0/24', mode: 'deny', description: '', deploy: true });
    },
    async do({ page, t, locale, find, press, write }) {
      await find({ en: 'why is a request blocked', fa: 'چرا یک درخواست مسدود می‌شود' }[locale], t('find:setting.whyBlocked.label'));
      await write(page.getByRole('textbox', { name: t('trace:form.ip') }), '203.0.113.7');
      await press(button(page, t('trace:form.run')));
      const rule = t('trace:by.rule', {
        outcome: t('trace:outcome.blocked'),
        rule: t('trace:by.firewall', { n: formatNumber(1, locale) }),
      });
      await expect(page.getByRole('heading', { name: rule })).toBeVisible();
    },
  },
  {
    name: 'add a load balancer and route a record to it',
    limit: 12,
    prepare: ({ client, domainId }) => client.ok(dns.create, { domainId, ...record('www', '203.0.113.9'), proxy: true }),
    async do({ page, t, locale, name, find, press, choose, write }) {
      await find({ en: 'load balancer', fa: 'توزیع بار' }[locale], t('shell:route.clusters'));
      await press(page.getByRole('link', { name: t('cluster:add'), exact: true }));
      await write(page.getByRole('textbox', { name: t('cluster:form.name') }), 'Shop');
      for (const [index, address] of ['203.0.113.31', '203.0.113.32'].entries()) {
        const row = page.getByRole('group', { name: t('cluster:form.serverN', { n: formatNumber(index + 1, locale) }), exact: true });
        await write(row.getByRole('textbox', { name: t('cluster:form.address') }), address);
      }
      await press(button(page, t('cluster:form.create')));
      await press(button(page, t('cluster:connect')));
      await press(page.getByRole('button', { name: t('cluster:routes.choose', { type: 'A', host: `www.${name}` }) }));
      await choose(page.getByRole('option', { name: 'Shop' }));
      await expect(page.getByText(t('cluster:assigned'))).toBeVisible();
    },
  },
  {
    name: 'limit the sign-in attempts',
    journey: 'fa, 390 px, pointer',
    async do({ page, t, locale, find, press, write }) {
      await find({ en: 'protect login', fa: 'محافظت از صفحهٔ ورود' }[locale], t('find:setting.loginLimit.label'));
      const form = page.getByRole('form', { name: t('rateLimit:addTitle') });
      await write(form.getByLabel(t('rateLimit:field.path')), '/login*');
      await write(form.getByRole('spinbutton', { name: t('rateLimit:field.count') }), '10');
      await press(form.getByRole('button', { name: t('rules:saveAndDeploy') }));
      await expect(
        page
          .getByRole('list', { name: t('rateLimit:title') })
          .getByText('/login*')
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'import a zone',
    limit: 12,
    journey: 'en, 1440 px, keyboard',
    async do({ page, t, locale, find, press, upload, client, domainId }) {
      await find({ en: 'import zone file', fa: 'وارد کردن فایل زون' }[locale], t('shell:palette.import'));
      const text = 'shop 300 IN A 203.0.113.40\nfiles IN CNAME shop\n@ IN MX 10 mail\nmail IN A 203.0.113.41\n';
      await upload(page.getByRole('button', { name: t('zone:import.drop') }), { name: 'zone.txt', text });
      await press(button(page, t('zone:import.action')));
      await expect(page.getByText(t('zone:import.doneTitle'))).toBeVisible();
      expect((await client.ok(dns.list, { domainId })).records).toHaveLength(4);
    },
  },
  {
    name: 'delete a record and undo it',
    journey: 'en, 390 px, pointer',
    prepare: ({ client, domainId }) => client.ok(dns.create, { domainId, ...record('shop', '203.0.113.40') }),
    async do({ page, t, name, find, press, choose, client, domainId }) {
      await find('203.0.113.40', `shop.${name}`);
      const isPhone = (page.viewportSize()?.width ?? 0) < 600;
      const more = page.getByRole('button', { name: t('dns:menu.label', { name: `shop.${name}`, type: 'A' }) });
      await press(isPhone ? button(page, `shop.${name}`) : more);
      await choose(page.getByRole('menuitem', { name: t('dns:menu.delete') }));
      await press(button(page, t('common:undo')));
      await expect(page.getByRole('row').filter({ hasText: '203.0.113.40' })).toBeVisible();
      expect((await client.ok(dns.list, { domainId })).records).toMatchObject([{ name: 'shop', content: '203.0.113.40', ttl: 300 }]);
    },
  },
  {
    name: 'deploy the drafts',
    async prepare({ client, domainId }) {
      for (const value of ['203.0.113.7', '203.0.113.8'])
        await client.ok(firewall.create, { domainId, kind: 'ip', value, mode: 'deny', description: '', deploy: false });
    },
    async do({ page, t, locale, find, press, client, domainId }) {
      await find({ en: 'firewall', fa: 'فایروال' }[locale], t('shell:route.firewall'));
      await press(button(page, t('draft:bar.deploy')));
      await expect(button(page, t('draft:bar.deploy'))).toHaveCount(0);
      expect((await client.ok(firewall.list, { domainId })).rules).toMatchObject(Array(2).fill({ draft: false, deploy: true }));
    },
  },
  {
    name: 'find a record by its address',
    async prepare({ client, domainId }) {
      for (const [at, content] of [
        ['shop', '203.0.113.40'],
        ['files', '203.0.113.55'],
      ] as const)
        await client.ok(dns.create, { domainId, ...record(at, content) });
    },
    async do({ page, name, find }) {
      await find('203.0.113.55', `files.${name}`);
      await expect(page.getByRole('row').filter({ hasText: '203.0.113.55' })).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: '203.0.113.40' })).toHaveCount(0);
    },
  },
];

const ways = languages.flatMap((locale) => widths.flatMap((width) => hands.map((hand) => ({ locale, width, hand }))));
for (const [index, task] of tasks.entries()) {
  for (const { locale, width, hand } of ways) {
    const way: Way = `${locale}, ${width} px, ${hand}`;
    test(`${task.name}, ${way}`, { tag: task.journey === way ? '@journey' : [] }, async ({ page, newCustomer, signIn, show }) => {
      const { client, ...customer } = await newCustomer();
      const name = `task-${index}-${locale}-${width}-${hand}.example`;
      const { id: domainId } = await addDomain({ client }, name);
      const own = { client, domainId, name };
      await task.prepare?.(own);
      await page.setViewportSize({ width, height: 900 });
      await signIn({ ...customer, client });
      await show({ locale, theme: width === 390 ? 'dark' : 'light' });
      await page.goto('/dashboard');
      await settled(page);

      const t = translator(locale);
      const keyboard = handsOn(page);
      let used = 0;
      const press = async (target: Locator) => {
        used++;
        await (hand === 'pointer' ? target.click() : keyboard.press(target));
      };
      const choose = async (target: Locator) => {
        used++;
        if (hand === 'pointer') return target.click();
        await target.waitFor();
        const isThere = () => target.evaluate((element) => element === document.activeElement || element.hasAttribute('data-focus'));
        for (let steps = 0; !(await isThere()); steps++) {
          expect(steps, `${target} is reached by the arrow keys`).toBeLessThan(20);
          await page.keyboard.press('ArrowDown');
        }
        await page.keyboard.press('Enter');
      };
      const write = async (target: Locator, text: string) => {
        used++;
        await (hand === 'pointer' ? target.fill(text) : keyboard.write(target, text));
      };
      const find = async (query: string, entry: string) => {
        const field = page.getByRole('combobox', { name: t('shell:palette.find') });
        if (hand === 'pointer')
          await page
            .getByRole('button', { name: t('shell:palette.openLabel') })
            .filter({ visible: true })
            .click();
        else await page.keyboard.press('ControlOrMeta+k');
        await expect(field).toBeFocused();
        await page.keyboard.insertText(query);
        // The first entry, once the index and the provider have answered.
        const first = page.getByRole('option').first();
        await expect(first).toContainText(entry);
        if (hand === 'pointer') await first.click();
        else await page.keyboard.press('Enter');
        used += 3;
        await page.waitForURL((url) => url.pathname !== '/dashboard');
        await settled(page);
      };
      const upload = async (target: Locator, { name: called, text }: { name: string; text: string }) => {
        const chooser = page.waitForEvent('filechooser');
        await press(target);
        used++;
        await (await chooser).setFiles({ name: called, mimeType: 'text/plain', buffer: Buffer.from(text) });
      };
      await task.do({ page, t, locale, ...own, press, choose, write, find, upload });
      expect(used, `the interactions, at most ${task.limit ?? LIMIT}`).toBeLessThanOrEqual(task.limit ?? LIMIT);
    });
  }
}
