import type { Page } from '@playwright/test';
import { legalPages, sitePages as site } from '../../src/layouts/parts/site/pages.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { sslExample } from '../../src/lib/contract/ssl-example.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import type { Secured } from './accounts.ts';

type Say = ReturnType<typeof translator>;

/** A screen as a visitor sees it: where it is, who looks, and what is done there first. */
export interface Screen {
  name: string;
  path: string;
  /**
   * `demo`: the demo customer. `empty`: an account without anything. `told`: one with notifications and tasks. `secured`: a visitor
   * who has an account with a second step.
   */
  as: 'visitor' | 'demo' | 'empty' | 'told' | 'secured';
  /** Static pages have their language in the address; the others read it from a cookie. */
  prefixed?: true;
  /** A page for visitors that is no file: the server renders it. */
  rendered?: true;
  /** The page is dark whatever was chosen (spec.md section 2). */
  alwaysDark?: true;
  /** Has an editor of code, which comes after the first view in a script of its own. */
  editor?: true;
  /** An error that the page, or what is done on it, is expected to answer with. */
  status?: number;
  act?: (page: Page, t: Say, account: Secured | undefined) => Promise<void>;
}

const goodZone = `$TTL 3600
@ IN SOA ns1.parvaz.example. hostmaster.parvaz.example. 2026112001 7200 3600 1209600 3600
  IN NS ns1.old-dns.example.
shop 300 IN A 203.0.113.40
shop 300 IN AAAA 2001:db8:2c::40
files IN CNAME shop
@ IN MX 10 mail
_dmarc IN TXT "v=DMARC1; p=reject"
_imaps._tcp IN SRV 10 5 993 mail
`;
const wrongZone = `${goodZone}bad..name IN A 203.0.113.41
www2 IN A 203.0.113.999
www3 IN CNAME
www4 IN TYPE99999 something
`;
const chooseFile = async (page: Page, text: string, t: Say) => {
  await page.locator('input[type=file]').setInputFiles({ name: 'zone.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('region', { name: t('zone:preview.title') }).waitFor();
};
/** As far as the second step of sign-in. */
const passFirst = async (page: Page, t: Say, account: Secured | undefined) => {
  await page.getByLabel(t('auth:field.email'), { exact: true }).fill(account?.email ?? '');
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill(account?.password ?? '');
  await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
  await page.getByLabel(t('auth:field.code'), { exact: true }).waitFor();
};
const setupPath = '/domains/atlas-shop.example/setup';
const pastedLines = `$TTL 300
shop      IN A     203.0.113.30 ; the shop
@         IN MX    20 mail2
api       IN A     203.0.113.25
broken    IN A     203.0.113.256
www       IN A     203.0.113.9
`;
const dkimLine =
  's1._domainkey IN TXT ( "v=DKIM1; k=rsa; " "p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB" )';
/** Opens one of the ways to add records that stand in the menu beside the button. */
const tool = async (page: Page, t: Say, name: string) => {
  await page.getByRole('button', { name: t('dns:addMore') }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: t('common:cancel') }).waitFor();
  return dialog;
};
/** Records that are allowed and not what anybody means; the second time they are there already. */
const addOdd = async (page: Page) => {
  const { origin } = new URL(page.url());
  const { domains } = (await (await page.request.get('/api/domain/list?q=rosewater')).json()) as { domains: { id: string }[] };
  const data = {
    domainId: domains[0]?.id,
    creates: [
      { name: 'mail', type: 'A', content: '203.0.113.78', proxy: true },
      { name: '@', type: 'MX', content: 'mail.rosewater.example', priority: 10 },
      { name: '@', type: 'TXT', content: 'v=spf1 mx -all' },
      { name: '@', type: 'TXT', content: 'v=spf1 a -all' },
      { name: 'status', type: 'NS', content: 'ns1.partner.example' },
      { name: 'www.status', type: 'A', content: '203.0.113.79', ttl: 30 },
      { name: 'shop', type: 'CNAME', content: 'store.rosewater.example' },
    ],
  };
  await page.request.post('/api/domain/dns/batch', { data, headers: { origin } });
};
/** A target at a name that nobody has, and something to send there; the second time it is there already. */
const failLogTarget = async (page: Page) => {
  const headers = { origin: new URL(page.url()).origin };
  const { domains } = (await (await page.request.get('/api/domain/list?q=atlas-shop')).json()) as { domains: { id: string }[] };
  const domainId = domains[0]?.id;
  const target = 'https://siem.atlas-shop.example/in';
  await page.request.post('/api/domain/logForward/create', { data: { domainId, target }, headers });
  const { targets } = (await (await page.request.get(`/api/domain/logForward/list?domainId=${domainId}`)).json()) as {
    targets: { id: string; state: string }[];
  };
  const [made] = targets;
  if (made?.state === 'delivering')
    await page.request.post('/api/domain/logForward/update', { data: { domainId, targetId: made.id, format: 'json' }, headers });
};
const dnsPath = '/domains/parvaz.example/dns';
const sslPath = '/domains/parvaz.example/ssl';
/** Pastes a certificate, and a key that may be none. */
const addCertificate = (key: string) => async (page: Page, t: Say) => {
  await page.getByRole('button', { name: t('ssl:custom.action') }).click();
  await page.getByRole('textbox', { name: t('ssl:form.name') }).fill('parvaz.example 2120');
  await page.getByRole('textbox', { name: t('ssl:form.certificate') }).fill(sslExample.certificate);
  await page.getByRole('textbox', { name: t('ssl:form.privateKey') }).fill(key);
  await page
    .getByRole('region', { name: t('ssl:summary.title') })
    .getByText('ECDSA P-256')
    .waitFor();
};
const pagesPath = '/domains/parvaz.example/custom-pages';

const sitePages: readonly Screen[] = [...site, ...legalPages].map((page) => ({
  name: `site-${page}`,
  path: `/${page}`,
  as: 'visitor',
  prefixed: true,
  ...(page === 'cloud-cdn' && { alwaysDark: true }),
}));

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', as: 'visitor', prefixed: true, alwaysDark: true },
  ...sitePages,
  {
    name: 'contact-wrong',
    path: '/contact',
    as: 'visitor',
    prefixed: true,
    status: 422,
    act: async (page, t) => {
      await page.getByLabel(t('contact:field.email')).fill('nobody');
      await page.getByRole('button', { name: t('contact:send'), exact: true }).click();
      await page.getByText(t('contact:check'), { exact: true }).waitFor();
    },
  },
  { name: 'status', path: '/status', as: 'visitor', prefixed: true, rendered: true },
  { name: 'faq', path: '/faq#start-how', as: 'visitor', prefixed: true },
  { name: 'faq-search', path: '/faq?q=DNS', as: 'visitor', prefixed: true },
  { name: 'docs', path: '/docs/dns-records', as: 'visitor', prefixed: true },
  { name: 'docs-concept', path: '/docs/concepts/caching', as: 'visitor', prefixed: true },
  { name: 'docs-trouble', path: '/docs/troubleshooting/5xx', as: 'visitor', prefixed: true },
  { name: 'docs-index', path: '/docs', as: 'visitor', prefixed: true },
  {
    name: 'docs-search',
    path: '/docs/dns-records',
    as: 'visitor',
    prefixed: true,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('docs:search.label') }).click();
      await page.keyboard.type('CNAME');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'docs-search-empty',
    path: '/docs',
    as: 'visitor',
    prefixed: true,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('docs:search.label') }).click();
      await page.keyboard.type('zzzz');
      await page.getByText(t('docs:search.emptyText')).waitFor();
    },
  },
  { name: 'docs-writing', path: '/docs/writing', as: 'visitor', prefixed: true },
  { name: 'docs-changelog', path: '/docs/changelog', as: 'visitor', prefixed: true },
  { name: 'docs-api', path: '/docs/api', as: 'visitor', prefixed: true },
  { name: 'docs-api-group', path: '/docs/api/dns', as: 'visitor', prefixed: true },
  {
    name: 'docs-api-try',
    path: '/docs/api/provider',
    as: 'visitor',
    prefixed: true,
    act: async (page, t) => {
      await page.getByText(t('docs:api.try.title'), { exact: true }).first().click();
      await page.getByRole('button', { name: t('docs:api.try.send'), exact: true }).click();
      await page.getByText('200 OK').waitFor();
    },
  },
  { name: '404', path: '/nowhere', as: 'visitor', prefixed: true, status: 404 },
  { name: 'login', path: '/public/login', as: 'visitor', alwaysDark: true },
  { name: 'login-code', path: '/public/login', as: 'secured', alwaysDark: true, act: passFirst },
  {
    name: 'login-code-refused',
    path: '/public/login',
    as: 'secured',
    status: 422,
    alwaysDark: true,
    act: async (page, t, account) => {
      await passFirst(page, t, account);
      await page.getByLabel(t('auth:field.code'), { exact: true }).fill('000000');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'login-ways',
    path: '/public/login',
    as: 'secured',
    alwaysDark: true,
    act: async (page, t, account) => {
      await passFirst(page, t, account);
      await page.getByRole('button', { name: t('auth:second.other') }).click();
      await page.getByRole('heading', { name: t('auth:second.choose') }).waitFor();
    },
  },
  {
    name: 'login-mail',
    path: '/public/login',
    as: 'secured',
    alwaysDark: true,
    act: async (page, t, account) => {
      await passFirst(page, t, account);
      await page.getByRole('button', { name: t('auth:second.other') }).click();
      await page.getByRole('button', { name: t('auth:way.email') }).click();
      await page.getByLabel(t('auth:field.code'), { exact: true }).waitFor();
    },
  },
  {
    name: 'login-recovery',
    path: '/public/login',
    as: 'secured',
    alwaysDark: true,
    act: async (page, t, account) => {
      await passFirst(page, t, account);
      await page.getByRole('button', { name: t('auth:second.other') }).click();
      await page.getByRole('button', { name: t('auth:way.recovery') }).click();
      await page.getByLabel(t('auth:field.recovery'), { exact: true }).waitFor();
    },
  },
  { name: 'register', path: '/public/register', as: 'visitor', alwaysDark: true },
  { name: 'forgot', path: '/public/forgot-password', as: 'visitor', alwaysDark: true },
  { name: 'dashboard', path: '/dashboard', as: 'demo' },
  { name: 'dashboard-empty', path: '/dashboard', as: 'empty' },
  { name: 'domains', path: '/domains', as: 'demo' },
  { name: 'domains-empty', path: '/domains', as: 'empty' },
  { name: 'overview', path: '/domains/parvaz.example', as: 'demo' },
  {
    name: 'overview-attack',
    path: '/domains/parvaz.example',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('overview:quick.attackOpen') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('ddos:attack.start') })
        .waitFor();
    },
  },
  { name: 'overview-pending', path: '/domains/atlas-shop.example', as: 'demo' },
  { name: 'overview-paused', path: '/domains/old-blog.example', as: 'demo' },
  { name: 'overview-unknown', path: '/domains/nobodys.example', as: 'demo', status: 404 },
  { name: 'domain-settings', path: '/domains/parvaz.example/settings', as: 'demo' },
  { name: 'domain-settings-locked', path: '/domains/ketabnama.example/settings', as: 'demo' },
  {
    name: 'dedicated-ip-request',
    path: '/domains/parvaz.example/settings',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('dedicatedIp:action.request') }).click();
      await page.getByRole('form', { name: t('dedicatedIp:form.title') }).waitFor();
    },
  },
  {
    name: 'cname-setup-choose',
    path: '/domains/parvaz.example/settings',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('radio', { name: new RegExp(t('cnameSetup:mode.cname')) }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'domain-pause',
    path: '/domains/parvaz.example/settings',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('domain:toggle.pause') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'log-forward-add',
    path: '/domains/parvaz.example/settings',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('logForward:add'), exact: true }).click();
      await page.getByRole('form', { name: t('logForward:addTitle') }).waitFor();
    },
  },
  {
    name: 'log-forward-failing',
    path: '/domains/atlas-shop.example/settings',
    as: 'demo',
    act: async (page, t) => {
      await failLogTarget(page);
      await page.getByText(t('logForward:state.failing'), { exact: true }).waitFor();
    },
  },
  { name: 'log-forward-locked', path: '/domains/rosewater.example/settings', as: 'demo' },
  { name: 'add-domain', path: '/domains/add', as: 'demo' },
  { name: 'setup-records', path: `${setupPath}/records`, as: 'demo' },
  { name: 'setup-file', path: `${setupPath}/records?from=file`, as: 'demo' },
  {
    name: 'setup-ns',
    path: `${setupPath}/ns`,
    as: 'demo',
    // Looking is refused as long as the registry lists others.
    status: 409,
    act: async (page, t) => {
      if (await page.getByText(t('setup:watch.notYet'), { exact: true }).isVisible())
        await page.getByRole('button', { name: t('setup:watch.checkNow') }).click();
      await page.getByText('ns1.old-dns.test').first().waitFor();
    },
  },
  { name: 'setup-done', path: `${setupPath}/done`, as: 'demo' },
  { name: 'setup-live', path: '/domains/parvaz.example/setup/done', as: 'demo' },
  {
    name: 'setup-stop',
    path: `${setupPath}/ns`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('setup:cancel') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'dns', path: dnsPath, as: 'demo' },
  {
    name: 'dns-add',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('dns:add') })
        .first()
        .click();
      await page.getByLabel(t('dns:field.name'), { exact: true }).first().fill('shop');
      await page.getByLabel(t('dns:field.ipv4'), { exact: true }).first().fill('203.0.113.30');
    },
  },
  {
    name: 'dns-edit',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      if ((page.viewportSize()?.width ?? 0) < 900) {
        await page.getByRole('button', { name: 'api.parvaz.example' }).click();
        await page.getByRole('dialog').getByText(t('dns:menu.edit')).click();
      } else {
        await page.getByRole('button', { name: t('dns:edit.of', { name: 'api.parvaz.example', type: 'A' }) }).click();
      }
      await page.getByLabel(t('dns:field.ipv4'), { exact: true }).first().waitFor();
    },
  },
  {
    name: 'dns-select',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      if ((page.viewportSize()?.width ?? 0) < 600) {
        await page.getByRole('button', { name: t('common:list.options') }).click();
        await page.getByRole('menuitem', { name: t('common:list.select') }).click();
      }
      for (const name of ['api.parvaz.example A', 'mail.parvaz.example A', 'assets.parvaz.example CNAME'])
        await page.getByRole('checkbox', { name: t('common:list.selectRow', { name }), exact: true }).check();
    },
  },
  {
    name: 'dns-bulk',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      if ((page.viewportSize()?.width ?? 0) < 600) {
        await page.getByRole('button', { name: t('common:list.options') }).click();
        await page.getByRole('menuitem', { name: t('common:list.select') }).click();
      }
      for (const name of ['api.parvaz.example A', 'mail.parvaz.example A', 'parvaz.example MX'])
        await page.getByRole('checkbox', { name: t('common:list.selectRow', { name }), exact: true }).check();
      await page
        .getByRole('region', { name: t('common:list.forSelected') })
        .getByRole('button', { name: t('dns:bulk.delete') })
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dns-warnings',
    path: '/domains/rosewater.example/dns',
    as: 'demo',
    act: async (page, t) => {
      await addOdd(page);
      await page.reload();
      await settled(page);
      await page.getByRole('button', { name: t('dns:warned.of', { name: 'rosewater.example', type: 'MX' }) }).click();
      await page.getByText(t('dns:warning.dmarcMissing')).waitFor();
    },
  },
  {
    name: 'dns-paste',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      const dialog = await tool(page, t, t('dns:paste.title'));
      await dialog.getByRole('textbox', { name: t('dns:paste.lines') }).fill(pastedLines);
      await dialog.getByText(t('dns:paste.exists')).waitFor();
    },
  },
  {
    name: 'dns-mail',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      const dialog = await tool(page, t, t('dns:mailSetup'));
      await dialog.getByRole('tab', { name: /^SPF/ }).click();
      await dialog.getByRole('button', { name: 'Google Workspace' }).click();
    },
  },
  {
    name: 'dns-mail-dmarc',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      const dialog = await tool(page, t, t('dns:mailSetup'));
      await dialog.getByRole('tab', { name: /^DMARC/ }).click();
      await dialog.getByRole('radio', { name: new RegExp(t('dnsMail:dmarc.reject')) }).check();
    },
  },
  {
    name: 'dns-mail-dkim',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      const dialog = await tool(page, t, t('dns:mailSetup'));
      await dialog.getByRole('tab', { name: /^DKIM/ }).click();
      await dialog.getByRole('textbox', { name: t('dnsMail:dkim.key') }).fill(dkimLine);
    },
  },
  { name: 'firewall', path: '/domains/parvaz.example/firewall', as: 'demo' },
  { name: 'firewall-none', path: '/domains/rosewater.example/firewall', as: 'demo' },
  {
    name: 'firewall-add',
    path: '/domains/parvaz.example/firewall',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('firewall:add') }).click();
      await page.getByRole('form', { name: t('firewall:addTitle') }).waitFor();
    },
  },
  {
    name: 'firewall-paste',
    path: '/domains/parvaz.example/firewall',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('firewall:add') }).click();
      await page.getByLabel(t('firewall:value.ip')).evaluate((field) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', '203.0.113.9\n10.0.0.1/8\nnobody\n2001:db8:77::/48');
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await page.getByRole('button', { name: t('firewallGroup:drop') }).waitFor();
    },
  },
  {
    name: 'firewall-test',
    path: '/domains/parvaz.example/firewall',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('firewall:test') }).click();
      await page.getByLabel(t('firewall:tester.ip')).fill('198.51.100.70');
      await page.getByRole('dialog').getByText(t('firewall:tester.both')).waitFor();
    },
  },
  { name: 'firewall-groups', path: '/domains/parvaz.example/firewall/groups', as: 'demo' },
  {
    name: 'firewall-group-add',
    path: '/domains/parvaz.example/firewall/groups',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('firewallGroup:add') }).click();
      await page.getByLabel(t('firewallGroup:addresses')).fill('203.0.113.9\n10.0.0.1/8\nnobody');
      await page.getByRole('button', { name: t('firewallGroup:drop') }).waitFor();
    },
  },
  { name: 'page-rules', path: '/domains/parvaz.example/page-rules', as: 'demo' },
  { name: 'page-rules-none', path: '/domains/rosewater.example/page-rules', as: 'demo' },
  { name: 'page-rule-unknown', path: '/domains/parvaz.example/page-rules/nobody', as: 'demo' },
  { name: 'page-rule-add', path: '/domains/ketabnama.example/page-rules/add', as: 'demo' },
  {
    name: 'page-rule-edit',
    path: `/domains/parvaz.example/page-rules/${demo.pathId}`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByLabel(t('path:field.priority'), { exact: true }).fill('2');
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'trace', path: '/domains/parvaz.example/trace', as: 'demo' },
  {
    name: 'trace-result',
    path: `/domains/parvaz.example/trace?url=${encodeURIComponent('https://parvaz.example/assets/app.9f2c.js')}&country=DE`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('heading', { name: t('edge:area.cluster') }).waitFor();
    },
  },
  { name: 'rate-limit', path: '/domains/parvaz.example/rate-limit', as: 'demo' },
  { name: 'rate-limit-none', path: '/domains/rosewater.example/rate-limit', as: 'demo' },
  {
    name: 'rate-limit-add',
    path: '/domains/parvaz.example/rate-limit',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('rateLimit:add') }).click();
      await page.getByRole('form', { name: t('rateLimit:addTitle') }).waitFor();
    },
  },
  { name: 'plan', path: '/domains/ketabnama.example/plan', as: 'demo' },
  { name: 'plan-contract', path: '/domains/parvaz.example/plan?period=year', as: 'demo' },
  { name: 'plan-locked', path: '/domains/atlas-shop.example/plan', as: 'demo' },
  {
    name: 'plan-activate',
    path: '/domains/ketabnama.example/plan?choose=pro',
    as: 'demo',
    act: async (page, t) => {
      await page.getByText(t('plan:dialog.total'), { exact: true }).waitFor();
      await page.getByLabel(t('plan:dialog.voucher')).fill('BREEZE20');
      await page.getByRole('button', { name: t('plan:dialog.apply') }).click();
      await page.getByText(t('plan:dialog.applied')).waitFor();
    },
  },
  {
    name: 'plan-lower',
    path: '/domains/ketabnama.example/plan?choose=free',
    as: 'demo',
    act: (page, t) => page.getByText(t('plan:dialog.back'), { exact: true }).waitFor(),
  },
  {
    name: 'plan-short',
    path: '/domains/ketabnama.example/plan?choose=pro&period=year',
    as: 'demo',
    act: (page, t) => page.getByRole('link', { name: t('plan:dialog.addCredit') }).waitFor(),
  },
  { name: 'ssl', path: sslPath, as: 'demo' },
  { name: 'ssl-none', path: '/domains/rosewater.example/ssl', as: 'demo' },
  {
    name: 'ssl-request',
    path: sslPath,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('ssl:free.another') }).click();
      await page.getByRole('textbox', { name: t('ssl:request.hosts') }).waitFor();
    },
  },
  { name: 'ssl-add', path: sslPath, as: 'demo', act: addCertificate(sslExample.privateKey) },
  { name: 'ssl-add-wrong', path: sslPath, as: 'demo', act: addCertificate(sslExample.certificate) },
  {
    name: 'ssl-attach',
    path: sslPath,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('ssl:row.actions', { title: 'Partner portal' }) }).click();
      await page.getByRole('menuitem', { name: t('ssl:menu.attach'), exact: true }).click();
      await page.getByRole('checkbox').first().waitFor();
    },
  },
  { name: 'waf', path: '/domains/parvaz.example/waf', as: 'demo' },
  { name: 'waf-rules', path: '/domains/parvaz.example/waf?tab=rules', as: 'demo' },
  { name: 'waf-exceptions', path: '/domains/parvaz.example/waf?tab=exceptions', as: 'demo' },
  { name: 'waf-none', path: '/domains/ketabnama.example/waf?tab=rules', as: 'demo' },
  {
    name: 'waf-rule',
    path: '/domains/parvaz.example/waf?tab=rules',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('waf:rule.add') }).click();
      await page.getByRole('form', { name: t('waf:rule.create') }).waitFor();
      await page.getByRole('button', { name: t('waf:rule.addCondition') }).click();
      await page.getByRole('button', { name: t('rules:saveAndDeploy') }).click();
      await page.getByText(t('waf:error.title'), { exact: true }).waitFor();
    },
  },
  {
    name: 'waf-test',
    path: '/domains/parvaz.example/waf',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('waf:test.open') }).click();
      await page.getByRole('button', { name: t('waf:test.run'), exact: true }).click();
      await page.getByText('sqli-tautology', { exact: true }).first().waitFor();
    },
  },
  { name: 'ddos', path: '/domains/parvaz.example/ddos', as: 'demo' },
  {
    name: 'ddos-wrong',
    path: '/domains/parvaz.example/ddos',
    as: 'demo',
    act: async (page, t) => {
      await page.getByLabel(t('ddos:form.exceptions')).fill('198.51.100.0/24\n198.51.100.300\nother.example/x');
      await page.getByLabel(t('ddos:form.exceptions')).blur();
      await page.getByRole('list', { name: t('ddos:form.faults') }).waitFor();
    },
  },
  { name: 'dns-settings', path: `${dnsPath}/settings`, as: 'demo' },
  {
    name: 'dns-settings-wrong',
    path: `${dnsPath}/settings`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByLabel(t('dnsSetting:answers.email')).fill('nobody');
      await page.getByRole('button', { name: t('common:save'), exact: true }).click();
      await page.getByText(t('dnsSetting:error.soaEmail', { value: 'nobody' })).waitFor();
    },
  },
  { name: 'name-servers', path: `${dnsPath}/ns`, as: 'demo' },
  { name: 'name-servers-locked', path: '/domains/rosewater.example/dns/ns', as: 'demo' },
  {
    name: 'name-servers-wrong',
    path: `${dnsPath}/ns`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('textbox', { name: t('ns:form.first') }).fill('ns1');
      await page.getByRole('textbox', { name: t('ns:form.ipv4') }).fill('10.0.0.1');
      await page.getByRole('textbox', { name: t('ns:form.second') }).fill('ns.partner.example');
      await page.getByRole('button', { name: t('ns:form.save') }).click();
      await page.getByText(t('ns:error.notPublic', { address: '10.0.0.1' })).waitFor();
    },
  },
  { name: 'https', path: '/domains/parvaz.example/https', as: 'demo' },
  { name: 'https-gated', path: '/domains/rosewater.example/https', as: 'demo' },
  {
    name: 'https-hsts',
    path: '/domains/parvaz.example/https',
    as: 'demo',
    act: async (page, t) => {
      const form = page.getByRole('form', { name: t('https:hsts.title') });
      await form.getByRole('checkbox', { name: new RegExp(t('https:hsts.enabled')) }).check();
      await form.getByRole('checkbox', { name: new RegExp(t('https:hsts.preload')) }).check();
      await form.getByText(t('https:hsts.needs')).waitFor();
    },
  },
  { name: 'cache', path: '/domains/parvaz.example/cache', as: 'demo' },
  {
    name: 'cache-wrong',
    path: '/domains/rosewater.example/cache',
    as: 'demo',
    act: async (page, t) => {
      const form = page.getByRole('form', { name: t('cache:clear.title') });
      await form.getByRole('textbox').fill('https://rosewater.example/\nhttps://other.example/a');
      await form.getByRole('button', { name: t('cache:clear.action'), exact: true }).click();
      await form.getByRole('alert').waitFor();
    },
    status: 422,
  },
  { name: 'optimization', path: '/domains/parvaz.example/optimization', as: 'demo' },
  { name: 'clusters', path: '/domains/parvaz.example/clusters', as: 'demo' },
  {
    name: 'clusters-health',
    path: '/domains/parvaz.example/clusters',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('cluster:chart.of', { name: 'Web servers' }) }).click();
      await page.getByRole('radio', { name: t('cluster:chart.1w') }).click();
      await page.getByRole('heading', { name: t('cluster:chart.speed') }).waitFor();
    },
  },
  { name: 'clusters-empty', path: '/domains/rosewater.example/clusters', as: 'demo' },
  { name: 'cluster-routes', path: '/domains/parvaz.example/clusters/routes', as: 'demo' },
  { name: 'cluster', path: `/domains/parvaz.example/clusters/${demo.clusterId}`, as: 'demo' },
  {
    name: 'cluster-add',
    path: '/domains/parvaz.example/clusters/add',
    as: 'demo',
    act: async (page, t) => {
      await page.getByLabel(t('cluster:form.address')).first().fill('203.0.113.31');
      await page.getByLabel(t('cluster:form.address')).nth(1).fill('203.0.113.31');
      await page.getByText(t('cluster:form.more')).click();
      await page.getByRole('button', { name: t('cluster:form.create') }).click();
      await page.getByText(t('cluster:error.serverTwice', { row: 1 })).waitFor();
    },
  },
  {
    name: 'cluster-test',
    path: `/domains/parvaz.example/clusters/${demo.freeClusterId}`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('cluster:test.button') }).click();
      await page.getByText(t('cluster:reason.documentation')).nth(1).waitFor();
    },
  },
  { name: 'zone', path: `${dnsPath}/zone-file`, as: 'demo' },
  { name: 'custom-pages', path: pagesPath, as: 'demo' },
  { name: 'custom-page', path: `${pagesPath}/${demo.pageId}`, as: 'demo', editor: true },
  {
    name: 'custom-page-new',
    path: `${pagesPath}/new?kind=captcha`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('textbox', { name: t('customPage:code.label') }).waitFor();
    },
  },
  {
    name: 'custom-page-wrong',
    path: `${pagesPath}/new?kind=captcha`,
    as: 'demo',
    act: async (page, t) => {
      await page
        .getByRole('textbox', { name: t('customPage:code.label') })
        .fill('<h1>{{hello}}</h1>\n<meta charset="windows-1256">\n<div id="captcha-bax"></div>');
      await page.getByText(t('customPage:error.captchaBoxMissing', { id: 'captcha-box' })).waitFor();
    },
  },
  { name: 'zone-preview', path: `${dnsPath}/zone-file`, as: 'demo', act: (page, t) => chooseFile(page, goodZone, t) },
  { name: 'zone-refused', path: `${dnsPath}/zone-file`, as: 'demo', act: (page, t) => chooseFile(page, wrongZone, t) },
  {
    name: 'delete-dialog',
    path: '/domains',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('domain:menu.label', { name: 'parvaz.example' }) }).click();
      await page.getByRole('menuitem', { name: t('domain:menu.remove') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'avatar-menu',
    path: '/dashboard',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('shell:account.label') }).click();
      await page.getByRole('menuitem', { name: t('shell:account.signOut') }).waitFor();
    },
  },
  { name: 'notifications', path: '/notifications', as: 'told' },
  { name: 'notifications-empty', path: '/notifications', as: 'empty' },
  {
    name: 'notifications-chosen',
    path: '/notifications?type=warning',
    as: 'told',
    act: async (page, t) => {
      await page.getByRole('checkbox', { name: t('notification:selectAll') }).check();
      await page.getByRole('region', { name: t('notification:selection') }).waitFor();
    },
  },
  {
    name: 'bell',
    path: '/dashboard',
    as: 'told',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('notification:bell') }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'activity',
    path: '/dashboard',
    as: 'told',
    act: async (page) => {
      await page.locator('.activity-pill').click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
];

export const pathOf = ({ path, prefixed }: Screen, locale: Locale): string =>
  prefixed && locale !== 'en' ? `/${locale}${path}`.replace(/\/$/, '') : path;

/** Waits until a page has what it will have: its data, its fonts, and no skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  // Scripts come early and together: a busy machine has an idle network before it draws with them. What loads for ever is shown so.
  const isDrawn = () => !document.querySelector('astro-island[ssr], main .skeleton');
  await page.waitForFunction(isDrawn, null, { timeout: 5000 }).catch(() => {});
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

/** Opens a screen and does what it says. `account`: whom a `secured` one signs in. */
export async function openScreen(page: Page, screen: Screen, locale: Locale, account?: Secured): Promise<void> {
  await page.goto(pathOf(screen, locale));
  await settled(page);
  await screen.act?.(page, translator(locale), account);
}

/** How many pixels of the page lie beyond its edge. What is laid out only when it comes near the view counts as well. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = document.createElement('style');
    all.textContent = '* { content-visibility: visible !important }';
    document.head.append(all);
    const { scrollWidth, clientWidth } = document.documentElement;
    all.remove();
    return scrollWidth - clientWidth;
  });
