import type { Locator, Page } from '@playwright/test';
import { sslExample } from '../../src/lib/contract/cdn/sslExample.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { Translate } from '../../src/lib/i18n/translator.ts';
import type { EdgeLogEntry } from '../../src/lib/rules/cdn/edge/bundle.ts';
import { createLogEntry, createMixedEntries } from '../support/logEntries.ts';
import { edgeKey } from '../support/server.ts';
import { type Act, opensDialog, opensForm, type Screen, settled, shows } from './screen.ts';

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
const chooseFile = async (page: Page, text: string, t: Translate) => {
  await page.locator('input[type=file]').setInputFiles({ name: 'zone.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('region', { name: t('zone:preview.title') }).waitFor();
};
const setupPath = '/domains/atlas-shop.example/setup';
const pastedText = `$TTL 300
shop      IN A     203.0.113.30 ; the shop
@         IN MX    20 mail2
api       IN A     203.0.113.25
broken    IN A     203.0.113.256
www       IN A     203.0.113.9
`;
const dkimRecordText =
  's1._domainkey IN TXT ( "v=DKIM1; k=rsa; " "p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB" )';
/** Opens one of the tools in the menu beside "Add record". */
const tool = async (page: Page, t: Translate, name: string) => {
  await page.getByRole('button', { name: t('dns:addMore') }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('button', { name: t('common:cancel') }).waitFor();
  return dialog;
};
/** Opens the setup of mail, and one of its parts. */
const mailSetup =
  (part: RegExp, then: (dialog: Locator, t: Translate) => Promise<void>): Act =>
  async (page, t) => {
    const dialog = await tool(page, t, t('dns:mailSetup'));
    await dialog.getByRole('tab', { name: part }).click();
    await then(dialog, t);
  };
const selectRecords = async (page: Page, t: Translate, ...names: string[]) => {
  if ((page.viewportSize()?.width ?? 0) < 600) {
    await page.getByRole('button', { name: t('common:list.options') }).click();
    await page.getByRole('menuitem', { name: t('common:list.select') }).click();
  }
  for (const name of names) await page.getByRole('checkbox', { name: t('common:list.selectRow', { name }), exact: true }).check();
};
/** Creates records that are valid but raise warnings. On a second run they exist already. */
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
/** Creates a log target whose host does not resolve, and an event to send to it. On a second run it exists already. */
const failLogTarget = async (page: Page) => {
  const headers = { origin: new URL(page.url()).origin };
  const { domainId } = demo;
  const target = 'https://siem.parvaz.example/in';
  await page.request.post('/api/domain/logForward/create', { data: { domainId, target }, headers });
  const { targets } = (await (await page.request.get(`/api/domain/logForward/list?domainId=${domainId}`)).json()) as {
    targets: { id: string; target: string; state: string }[];
  };
  const made = targets.find((one) => one.target === target);
  if (made?.state === 'delivering')
    await page.request.post('/api/domain/logForward/update', { data: { domainId, targetId: made.id, format: 'json' }, headers });
};
/** Sends lines as an edge does. On a second run they are there already. */
const sendEntries = (page: Page, batchId: string, lines: readonly EdgeLogEntry[]) =>
  page.request.post('/api/log/ingest', {
    data: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { authorization: `Bearer ${edgeKey}`, 'x-batch-id': batchId, 'content-type': 'application/x-ndjson' },
  });
/** Sends an hour of requests, and shows the page with them. */
const withTraffic = async (page: Page) => {
  const now = Date.now();
  await sendEntries(page, 'screens', createMixedEntries({ count: 1_500, domainIds: [demo.domainId], from: now - 3_600_000, to: now }));
  await page.reload();
  await settled(page);
};
const reportsPath = '/domains/parvaz.example/reports';
const dnsPath = '/domains/parvaz.example/dns';
const sslPath = '/domains/parvaz.example/ssl';
/** Pastes a certificate and a private key, which may be invalid. */
const addCertificate = (key: string) => async (page: Page, t: Translate) => {
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

export const cdnScreens: readonly Screen[] = [
  { name: 'domains', path: '/domains', as: 'demo' },
  { name: 'domains-empty', path: '/domains', as: 'empty' },
  { name: 'overview', path: '/domains/parvaz.example', as: 'demo' },
  { name: 'overview-traffic', path: '/domains/parvaz.example', as: 'demo', act: withTraffic },
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
    act: opensForm('dedicatedIp:action.request', 'dedicatedIp:form.title'),
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
  { name: 'domain-pause', path: '/domains/parvaz.example/settings', as: 'demo', act: opensDialog('domain:toggle.pause') },
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
    path: '/domains/parvaz.example/settings',
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
    // The check is refused as long as the registry lists others.
    status: 409,
    act: async (page, t) => {
      if (await page.getByText(t('setup:watch.notYet'), { exact: true }).isVisible())
        await page.getByRole('button', { name: t('setup:watch.checkNow') }).click();
      await page.getByText('ns1.old-dns.test').first().waitFor();
    },
  },
  { name: 'setup-done', path: `${setupPath}/done`, as: 'demo' },
  { name: 'setup-live', path: '/domains/parvaz.example/setup/done', as: 'demo' },
  { name: 'setup-stop', path: `${setupPath}/ns`, as: 'demo', act: opensDialog('setup:cancel') },
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
    name: 'dns-filter',
    path: `${dnsPath}?filter=${encodeURIComponent('type=MX or proxy=on and ttl=auto')}`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('dns:filter.open'), exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('dns:filter.apply') })
        .waitFor();
    },
  },
  {
    name: 'dns-select',
    path: dnsPath,
    as: 'demo',
    act: (page, t) => selectRecords(page, t, 'api.parvaz.example A', 'mail.parvaz.example A', 'assets.parvaz.example CNAME'),
  },
  {
    name: 'dns-bulk',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      await selectRecords(page, t, 'api.parvaz.example A', 'mail.parvaz.example A', 'parvaz.example MX');
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
      await dialog.getByRole('textbox', { name: t('dns:paste.lines') }).fill(pastedText);
      await dialog.getByText(t('dns:paste.exists')).waitFor();
    },
  },
  {
    name: 'dns-mail',
    path: dnsPath,
    as: 'demo',
    act: mailSetup(/^SPF/, (dialog) => dialog.getByRole('button', { name: 'Google Workspace' }).click()),
  },
  {
    name: 'dns-mail-dmarc',
    path: dnsPath,
    as: 'demo',
    act: mailSetup(/^DMARC/, (dialog, t) => dialog.getByRole('radio', { name: new RegExp(t('dnsMail:dmarc.reject')) }).check()),
  },
  {
    name: 'dns-mail-dkim',
    path: dnsPath,
    as: 'demo',
    act: mailSetup(/^DKIM/, (dialog, t) => dialog.getByRole('textbox', { name: t('dnsMail:dkim.key') }).fill(dkimRecordText)),
  },
  { name: 'firewall', path: '/domains/parvaz.example/firewall', as: 'demo' },
  { name: 'firewall-none', path: '/domains/rosewater.example/firewall', as: 'demo' },
  {
    name: 'firewall-drafts',
    path: '/domains/parvaz.example/firewall',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('draft:bar.review') }).click();
      await page.getByRole('dialog').getByText(t('draft:review.text')).waitFor();
    },
  },
  { name: 'firewall-add', path: '/domains/parvaz.example/firewall', as: 'demo', act: opensForm('firewall:add', 'firewall:addTitle') },
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
  { name: 'page-rule-unknown', path: '/domains/parvaz.example/page-rules/nobody', as: 'demo', status: 404 },
  { name: 'page-rule-add', path: '/domains/ketabnama.example/page-rules/add', as: 'demo' },
  {
    name: 'page-rule-edit',
    path: `/domains/parvaz.example/page-rules/${demo.pathId}`,
    as: 'demo',
    act: async (page, t) => {
      await page.getByLabel(t('pageRule:field.priority'), { exact: true }).fill('2');
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'report-traffic', path: `${reportsPath}/traffic`, as: 'demo', act: withTraffic },
  { name: 'reports-empty', path: '/domains/rosewater.example/reports/traffic', as: 'demo' },
  { name: 'report-filtered', path: `${reportsPath}/traffic?window=6h&path=%2Fpage%2F0&country=%21DE`, as: 'demo', act: withTraffic },
  { name: 'report-visitors', path: `${reportsPath}/visitors`, as: 'demo', act: withTraffic },
  { name: 'report-status', path: `${reportsPath}/status`, as: 'demo', act: withTraffic },
  { name: 'report-waf', path: `${reportsPath}/waf`, as: 'demo', act: withTraffic },
  { name: 'report-alarms', path: `${reportsPath}/alarms`, as: 'demo' },
  { name: 'report-alarms-empty', path: '/domains/rosewater.example/reports/alarms', as: 'demo' },
  { name: 'report-errors', path: `${reportsPath}/errors`, as: 'demo', act: withTraffic },
  {
    name: 'events',
    path: '/domains/parvaz.example/events',
    as: 'demo',
    act: async (page, t) => {
      await withTraffic(page);
      const [label = ''] = t('event:open', { id: '\u0000' }).split('\u0000');
      await page.getByRole('button', { name: label }).first().click();
      await page.getByRole('link', { name: t('event:simulate') }).waitFor();
    },
  },
  { name: 'events-empty', path: '/domains/rosewater.example/events', as: 'demo' },
  { name: 'events-request', path: '/domains/parvaz.example/events?request=nobody', as: 'demo', status: 404, act: withTraffic },
  {
    name: 'why',
    path: '/why/screens-why',
    as: 'visitor',
    rendered: true,
    alwaysDark: true,
    status: 404,
    act: async (page, t) => {
      const stopped = { status: 403, outcome: 'blocked', layer: 'firewall', reason: 'firewallDeny', cache: 'none' } as const;
      await sendEntries(page, 'screens-why', [createLogEntry({ ...stopped, id: 'screens-why', at: Date.now(), domainId: demo.domainId })]);
      await page.reload();
      await page.getByRole('button', { name: t('why:report') }).waitFor();
      await settled(page);
    },
  },
  { name: 'why-unknown', path: '/why/nobody', as: 'visitor', rendered: true, alwaysDark: true, status: 404 },
  {
    name: 'propagation',
    path: '/domains/parvaz.example/dns/propagation',
    as: 'demo',
    act: async (page, t) =>
      page
        .getByRole('list', { name: t('propagation:servers') })
        .or(page.getByText(t('propagation:none')))
        .first()
        .waitFor(),
  },
  { name: 'dnssec', path: '/domains/parvaz.example/dns/dnssec', as: 'demo' },
  {
    name: 'dnssec-pending',
    path: '/domains/parvaz.example/dns/dnssec',
    as: 'demo',
    act: async (page, t) => {
      // Another look of this screen may have turned it on.
      const on = page.getByRole('button', { name: t('dnssec:off.action') });
      const ds = page.getByText(`${t('dnssec:ds.title')} (SHA-256)`);
      await on.or(ds).first().waitFor();
      if (await on.isVisible()) await on.click();
      await ds.waitFor();
    },
  },
  { name: 'history', path: '/domains/parvaz.example/history', as: 'demo' },
  {
    name: 'history-import',
    path: '/domains/parvaz.example/history',
    as: 'demo',
    act: async (page, t) => {
      const exported = await page.request.get(`/api/version/export?domainId=${demo.domainId}`);
      const { configuration } = (await exported.json()) as { configuration: { dns: { records: object[] } } };
      configuration.dns.records.push({ name: 'imported', type: 'A', content: '203.0.113.33' });
      await page.getByRole('button', { name: t('version:file.importAction') }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .locator('input[type="file"]')
        .setInputFiles({ name: 'parvaz.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(configuration)) });
      await dialog.getByText('A imported').waitFor();
    },
  },
  { name: 'trace', path: '/domains/parvaz.example/trace', as: 'demo' },
  {
    name: 'trace-blocked',
    path: `/domains/parvaz.example/trace?url=${encodeURIComponent('https://parvaz.example/')}&ip=198.51.100.70`,
    as: 'demo',
    act: shows('trace:edit'),
  },
  {
    name: 'trace-waf',
    path: `/domains/parvaz.example/trace?url=${encodeURIComponent("/search?q=1' or 1=1")}`,
    as: 'demo',
    act: async (page, t) => {
      await page
        .getByRole('link', { name: t('trace:except') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'trace-result',
    path: `/domains/parvaz.example/trace?url=${encodeURIComponent('https://parvaz.example/assets/app.9f2c.js')}&country=DE`,
    as: 'demo',
    act: (page, t) => page.getByRole('heading', { name: t('edge:area.cluster'), exact: true }).waitFor(),
  },
  { name: 'rate-limit', path: '/domains/parvaz.example/rate-limit', as: 'demo' },
  { name: 'rate-limit-none', path: '/domains/rosewater.example/rate-limit', as: 'demo' },
  { name: 'rate-limit-add', path: '/domains/parvaz.example/rate-limit', as: 'demo', act: opensForm('rateLimit:add', 'rateLimit:addTitle') },
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
  { name: 'plan-lower', path: '/domains/ketabnama.example/plan?choose=free', as: 'demo', act: shows('plan:dialog.back') },
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
    act: (page, t) => page.getByRole('textbox', { name: t('customPage:code.label') }).waitFor(),
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
];
