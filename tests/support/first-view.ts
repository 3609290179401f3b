import { cache } from '../../src/lib/contract/cdn/cache.ts';
import { cluster } from '../../src/lib/contract/cdn/cluster.ts';
import { customPage } from '../../src/lib/contract/cdn/customPage.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { firewall } from '../../src/lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../src/lib/contract/cdn/firewallGroup.ts';
import { pageRule } from '../../src/lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../src/lib/contract/cdn/rateLimit.ts';
import { ssl } from '../../src/lib/contract/cdn/ssl.ts';
import { waf } from '../../src/lib/contract/cdn/waf.ts';
import { server } from '../../src/lib/contract/cloud/server.ts';
import { demo as ids } from '../../src/lib/contract/fields.ts';
import { invoice } from '../../src/lib/contract/finance/invoice.ts';
import { transaction } from '../../src/lib/contract/finance/transaction.ts';
import { ticket } from '../../src/lib/contract/support/ticket.ts';
import type { translator } from '../../src/lib/i18n/server.ts';
import { recentDomains } from '../../src/lib/reads.ts';
import type { Customer } from './accounts.ts';
import type { Client } from './client.ts';

/** A page whose first HTML has a list. */
interface First {
  path: string;
  /** Whose list has rows: the demo customer's, or that of a new one with notifications. */
  as: 'demo' | 'told';
  rows?: string;
  /** The first row has it in every language. */
  text: (demo: Client) => Promise<string | undefined>;
  /** The name of the list in a language. */
  label: (t: ReturnType<typeof translator>) => string;
  /** A card below comes later, into its own place. */
  hasLate?: true;
}

/** A list of the demo domain. @param rows a selector */
const ofDomain = (
  path: string,
  rows: string,
  text: (client: Client, input: { domainId: string }) => Promise<string | undefined>,
  label: First['label'],
): First => ({
  path: `/domains/parvaz.example/${path}`,
  as: 'demo',
  rows,
  text: (client) => text(client, { domainId: ids.domainId }),
  label,
});
const rules = 'main .ordered-row';

export const firsts: readonly First[] = [
  ofDomain(
    'rate-limit',
    rules,
    async (client, input) => (await client.ok(rateLimit.list, input)).rules.find(({ path }) => path)?.path,
    (t) => `aria-label="${t('rateLimit:title')}"`,
  ),
  ofDomain(
    'page-rules',
    rules,
    async (client, input) => (await client.ok(pageRule.list, input)).paths[0]?.path,
    (t) => `aria-label="${t('pageRule:list')}"`,
  ),
  ofDomain(
    'firewall',
    rules,
    async (client, input) => (await client.ok(firewall.list, input)).rules.find(({ kind }) => kind === 'ip')?.value,
    (t) => `aria-label="${t('firewall:list')}"`,
  ),
  ofDomain(
    'firewall/groups',
    'main li:has(h2)',
    async (client, input) => (await client.ok(firewallGroup.list, input)).groups[0]?.ipAddresses[0],
    (t) => `aria-label="${t('firewallGroup:list')}"`,
  ),
  ofDomain(
    'waf?tab=rules',
    rules,
    async (client, input) => (await client.ok(waf.rules, input)).rules[0]?.title,
    (t) => `aria-label="${t('waf:rule.list')}"`,
  ),
  ofDomain(
    'waf?tab=exceptions',
    '#waf-panel li',
    async (client, input) => (await client.ok(waf.exceptions, input)).exceptions[0]?.title,
    (t) => `aria-label="${t('waf:exception.list')}"`,
  ),
  ofDomain(
    'custom-pages',
    'main .card li',
    async (client, input) => (await client.ok(customPage.list, input)).pages[0]?.title,
    (t) => `aria-label="${t('customPage:kind.maintenance')}"`,
  ),
  ofDomain(
    'cache',
    'main tbody tr',
    async (client, input) => (await client.ok(cache.deleteHistory, input)).items[0]?.items[0],
    (t) => `aria-label="${t('cache:history.title')}"`,
  ),
  {
    path: '/servers',
    as: 'demo',
    text: async (demo) => (await demo.ok(server.list, {})).servers[0]?.name,
    label: (t) => `aria-label="${t('server:title')}"`,
  },
  {
    path: '/tickets',
    as: 'demo',
    text: async (demo) => (await demo.ok(ticket.list, { state: 'active' })).tickets.map(({ number }) => `#${number}`)[0],
    label: (t) => `aria-label="${t('ticket:title')}"`,
  },
  {
    path: '/finance/invoices/closed',
    as: 'demo',
    text: async (demo) => (await demo.ok(invoice.list, { state: 'closed' })).invoices[0]?.number ?? undefined,
    label: (t) => `aria-label="${t('invoice:title.closed')}"`,
  },
  {
    path: '/finance/transactions',
    as: 'demo',
    text: async (demo) => (await demo.ok(transaction.list, { limit: 50 })).transactions[0]?.createdAt,
    label: (t) => `aria-label="${t('transaction:title')}"`,
  },
  {
    path: '/domains/parvaz.example/clusters',
    as: 'demo',
    text: async (demo) => (await demo.ok(cluster.list, { domainId: ids.domainId })).clusters[0]?.name,
    label: (t) => `aria-label="${t('listTools:filters')}"`,
  },
  {
    path: '/domains/parvaz.example/ssl',
    as: 'demo',
    rows: 'main .card li',
    text: async (demo) => (await demo.ok(ssl.list, { domainId: ids.domainId })).ssl[0]?.title,
    label: (t) => `aria-label="${t('listTools:filters')}"`,
  },
  {
    path: '/domains/parvaz.example',
    as: 'demo',
    rows: 'main .card, main [data-state]',
    text: async () => 'id="posture"',
    label: (t) => `>${t('overview:plan.title')}<`,
  },
  {
    path: '/dashboard',
    as: 'demo',
    rows: 'main h1, main .card:not(:has(a[href^="/servers"]), :has(.skeleton))',
    text: async (demo) => (await demo.ok(domain.list, recentDomains)).domains[0]?.name,
    label: (t) => `>${t('shell:dashboard.recent.title')}<`,
    hasLate: true,
  },
  {
    path: '/notifications',
    as: 'told',
    rows: 'main .notices > li',
    text: async () => '203.0.113.7',
    label: (t) => `aria-label="${t('notification:filters')}"`,
  },
];

export const addDomain = (customer: Customer, name: string) =>
  customer.client.ok(domain.add, { name, plan: 'free', acceptTerms: true, termsVersion: '2026-11' });

/** A domain whose records have every form of a row, and no warnings, whose filter comes later. @param host last number of its address */
export async function addWithRecords(customer: Customer, name: string, host: number): Promise<void> {
  const { domain: added } = await addDomain(customer, name);
  await customer.client.ok(dns.batch, {
    domainId: added.id,
    creates: [
      { type: 'A', name: '@', content: `203.0.113.${host}`, ttl: 300, proxy: true },
      { type: 'A', name: 'www', content: `203.0.113.${host}`, ttl: 3600, proxy: false },
      { type: 'MX', name: '@', content: 'mail.partner.example', ttl: 'auto', priority: 10 },
      { type: 'SRV', name: '_sip._tcp', content: 'sip.partner.example', ttl: 'auto', priority: 5, weight: 20, port: 5060 },
      { type: 'TXT', name: '@', content: 'v=spf1 include:partner.example -all', ttl: 'auto' },
      { type: 'TXT', name: '_dmarc', content: 'v=DMARC1; p=none', ttl: 'auto' },
    ],
  });
}
