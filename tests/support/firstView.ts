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
import type { TKey } from '../../src/lib/i18n/keys.ts';
import { recentDomains } from '../../src/lib/reads.ts';
import { addDomain, type Customer } from './accounts.ts';
import type { Client } from './client.ts';

/** A page whose first HTML has a list. */
interface First {
  path: string;
  /** Whose list has rows: the demo customer's, or that of a new one with notifications. */
  as: 'demo' | 'notified';
  rows?: string;
  /** The first row has it in every language. */
  text: (demo: Client) => Promise<string | undefined>;
  /** The name of the list, or the heading above it. */
  name?: TKey;
  heading?: TKey;
  /** A card below comes later, into its own place. */
  hasLate?: true;
}

const rules = 'main .ordered-row';
const { domainId } = ids;
/** A list of the demo domain. @param rows a selector */
const ofDomain = (path: string, rows: string | undefined, name: TKey, text: First['text']): First => ({
  path: `/domains/parvaz.example/${path}`,
  as: 'demo',
  ...(rows && { rows }),
  name,
  text,
});

export const firsts: readonly First[] = [
  ofDomain(
    'rate-limit',
    rules,
    'rateLimit:title',
    async (demo) => (await demo.ok(rateLimit.list, { domainId })).rules.find(({ path }) => path)?.path,
  ),
  ofDomain('page-rules', rules, 'pageRule:list', async (demo) => (await demo.ok(pageRule.list, { domainId })).paths[0]?.path),
  ofDomain(
    'firewall',
    rules,
    'firewall:list',
    async (demo) => (await demo.ok(firewall.list, { domainId })).rules.find(({ kind }) => kind === 'ip')?.value,
  ),
  ofDomain(
    'firewall/groups',
    'main li:has(h2)',
    'firewallGroup:list',
    async (demo) => (await demo.ok(firewallGroup.list, { domainId })).groups[0]?.ipAddresses[0],
  ),
  ofDomain('waf?tab=rules', rules, 'waf:rule.list', async (demo) => (await demo.ok(waf.rules, { domainId })).rules[0]?.title),
  ofDomain(
    'waf?tab=exceptions',
    '#waf-panel li',
    'waf:exception.list',
    async (demo) => (await demo.ok(waf.exceptions, { domainId })).exceptions[0]?.title,
  ),
  ofDomain(
    'custom-pages',
    'main .card li',
    'customPage:kind.maintenance',
    async (demo) => (await demo.ok(customPage.list, { domainId })).pages[0]?.title,
  ),
  ofDomain(
    'cache',
    'main tbody tr',
    'cache:history.title',
    async (demo) => (await demo.ok(cache.deleteHistory, { domainId })).items[0]?.items[0],
  ),
  ofDomain('clusters', undefined, 'listTools:filters', async (demo) => (await demo.ok(cluster.list, { domainId })).clusters[0]?.name),
  ofDomain('ssl', 'main .card li', 'listTools:filters', async (demo) => (await demo.ok(ssl.list, { domainId })).ssl[0]?.title),
  {
    path: '/servers',
    as: 'demo',
    name: 'server:title',
    text: async (demo) => (await demo.ok(server.list, {})).servers[0]?.name,
  },
  {
    path: '/tickets',
    as: 'demo',
    name: 'ticket:title',
    text: async (demo) => (await demo.ok(ticket.list, { state: 'active' })).tickets.map(({ number }) => `#${number}`)[0],
  },
  {
    path: '/finance/invoices/closed',
    as: 'demo',
    name: 'invoice:title.closed',
    text: async (demo) => (await demo.ok(invoice.list, { state: 'closed' })).invoices[0]?.number ?? undefined,
  },
  {
    path: '/finance/transactions',
    as: 'demo',
    name: 'transaction:title',
    text: async (demo) => (await demo.ok(transaction.list, { limit: 50 })).transactions[0]?.createdAt,
  },
  {
    path: '/domains/parvaz.example',
    as: 'demo',
    rows: 'main .card, main [data-state]',
    heading: 'overview:plan.title',
    text: async () => 'id="posture"',
  },
  {
    path: '/dashboard',
    as: 'demo',
    rows: 'main h1, main .card:not(:has(a[href^="/servers"]), :has(.skeleton))',
    heading: 'shell:dashboard.recent.title',
    text: async (demo) => (await demo.ok(domain.list, recentDomains)).domains[0]?.name,
    hasLate: true,
  },
  { path: '/notifications', as: 'notified', rows: 'main .notices > li', name: 'notification:filters', text: async () => '203.0.113.7' },
];

/** A domain whose records have every form of a row, and no warnings, whose filter comes later. @param host last number of its address */
export async function addWithRecords(customer: Customer, name: string, host: number): Promise<void> {
  const added = await addDomain(customer, name);
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
