import { z } from 'zod';
import type { ApiKey } from '../../lib/contract/account/apiKey.ts';
import { apiKey } from '../../lib/contract/account/apiKey.ts';
import { proposal } from '../../lib/contract/account/proposal.ts';
import type { Area } from '../../lib/contract/call.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { event } from '../../lib/contract/cdn/event.ts';
import { report } from '../../lib/contract/cdn/report.ts';
import { ssl } from '../../lib/contract/cdn/ssl.ts';
import { monitoring } from '../../lib/contract/cloud/monitoring.ts';
import { server } from '../../lib/contract/cloud/server.ts';
import { wallet } from '../../lib/contract/core/wallet.ts';
import { invoice } from '../../lib/contract/finance/invoice.ts';
import { transaction } from '../../lib/contract/finance/transaction.ts';
import { walletDetail } from '../../lib/contract/finance/walletDetail.ts';
import { keyOperations } from '../../lib/contract/operations.ts';
import { ticket } from '../../lib/contract/support/ticket.ts';
import { recordTypes } from '../../lib/rules/core/dnsTypes.ts';
import { type Proposable, proposable } from '../../lib/rules/core/proposals.ts';
import { windows } from '../../lib/rules/core/windows.ts';
import { CallRefused, type Send } from './caller.ts';

/** A tool: what an agent does, with the calls that it takes. */
export interface Tool<I extends z.ZodObject = z.ZodObject> {
  title: string;
  description: string;
  input: I;
  /** It is offered to a key with read access to one of these areas; null: to every key. */
  areas: readonly Area[] | null;
  /** It is offered only to keys with write access to one of the areas. */
  writes?: true;
  /** @throws CallRefused */
  run(send: Send, input: z.output<I>): Promise<Record<string, unknown>>;
}
const tool = <I extends z.ZodObject>(definition: Tool<I>): Tool => definition as unknown as Tool; // a table of tools with different inputs

const LISTED = 100;

const ofDomain = { domain: z.string().min(1).max(253).describe('Name or ID of a domain, as in `shop.example`.') };
const ofServer = { server: z.string().min(1).max(100).describe('Name or ID of a server.') };

const unknownItem = (what: string, name: string) => new CallRefused(404, 'error:notFound', `The key has no ${what} called “${name}”.`);

/** The ID of a domain that is given by name or ID. Without a dot it can only be an ID. */
async function findDomainId(send: Send, name: string): Promise<string> {
  if (!name.includes('.')) return name;
  const { domains } = await send(domain.list, { name });
  return domains[0]?.id ?? Promise.reject(unknownItem('domain', name));
}
async function findServerId(send: Send, name: string): Promise<string> {
  const { servers } = await send(server.list, {});
  return servers.find((one) => one.id === name || one.name === name)?.id ?? Promise.reject(unknownItem('server', name));
}

/** A part of a response; what the key may not read is named instead. */
async function part<T>(work: Promise<T>): Promise<T | { unavailable: string }> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallRefused && error.status !== 401 && error.status !== 429) return { unavailable: error.message };
    throw error;
  }
}

const operations = new Map(keyOperations().map((operation) => [operation.id, operation]));
const findOperation = (call: Proposable) => operations.get(call);
/** The areas of the calls that can be proposed. */
const proposableAreas = [...new Set(proposable.flatMap((call) => findOperation(call)?.area ?? []))];

/** The tools by name. Reading tools are made by task, not one for each call. */
export const tools: Readonly<Record<string, Tool>> = {
  whoami: tool({
    title: 'API key',
    description: 'The access of this API key: areas, domains, servers, expiry, and what it may spend this month.',
    input: z.object({}),
    areas: null,
    run: (send) => send(apiKey.current, {}),
  }),
  find: tool({
    title: 'Find',
    description: 'Find domains, servers and open tickets by a part of their name or title. Start here to get IDs.',
    input: z.object({ query: z.string().trim().min(1).max(200) }),
    areas: ['globalConfigs', 'servers', 'tickets'],
    async run(send, { query }) {
      const matching = query.toLowerCase();
      const [domains, servers, tickets] = await Promise.all([
        part(
          send(domain.list, { q: query, page: 1, perPage: LISTED }).then((found) =>
            found.domains.map(({ id, name, status, plan }) => ({ id, name, status, plan })),
          ),
        ),
        part(
          send(server.list, {}).then((found) =>
            found.servers.filter(({ name }) => name.toLowerCase().includes(matching)).map(({ id, name, state }) => ({ id, name, state })),
          ),
        ),
        part(
          send(ticket.list, { state: 'active', q: query, page: 1, perPage: LISTED }).then((found) =>
            found.tickets.map(({ id, number, title, status }) => ({ id, number, title, status })),
          ),
        ),
      ]);
      return { domains, servers, tickets };
    },
  }),
  domain_overview: tool({
    title: 'Domain overview',
    description: 'Setup, status, plan, name servers, certificates and health findings of a domain.',
    input: z.object(ofDomain),
    areas: ['globalConfigs'],
    async run(send, input) {
      const domainId = await findDomainId(send, input.domain);
      const [about, nameServers, health, certificates] = await Promise.all([
        send(domain.get, { domainId }),
        part(send(domain.nsStatus, { domainId })),
        part(send(domain.posture, { domainId })),
        part(send(ssl.list, { domainId })),
      ]);
      return { ...about, nameServers, health, certificates };
    },
  }),
  dns_records: tool({
    title: 'DNS records',
    description: 'The DNS records of a domain, with their IDs and versions.',
    input: z.object({
      ...ofDomain,
      query: z.string().max(200).optional().describe('Part of a name or content.'),
      type: z.enum(recordTypes).optional(),
      page: z.int().min(1).max(10_000).default(1),
    }),
    areas: ['dns'],
    run: async (send, { domain: name, query, type, page }) =>
      send(dns.list, {
        domainId: await findDomainId(send, name),
        page,
        perPage: LISTED,
        ...(query && { q: query }),
        ...(type && { type }),
      }),
  }),
  requests: tool({
    title: 'Request log',
    description:
      'Requests of the last 24 hours that a security layer acted on, with the layer, the rule and the reason; or one request by its ID (header `x-request-id`). Answers why a request was blocked.',
    input: z.object({
      ...ofDomain,
      requestId: z.string().max(100).optional(),
      ip: z.string().max(50).optional(),
      path: z.string().max(2048).optional(),
      layer: z.string().max(30).optional(),
      all: z.boolean().optional().describe('Also requests that no layer acted on.'),
      cursor: z.string().max(40).optional().describe('`nextCursor` of the previous response.'),
    }),
    areas: ['reports'],
    async run(send, { domain: name, requestId, ip, path, layer, all, cursor }) {
      const domainId = await findDomainId(send, name);
      if (requestId !== undefined) return send(event.get, { domainId, requestId });
      const filters = { ...(ip && { ip }), ...(path && { path }), ...(layer && { layer }), ...(all && { all }), ...(cursor && { cursor }) };
      return send(event.list, { domainId, window: '24h', limit: 50, ...filters });
    },
  }),
  traffic_report: tool({
    title: 'Traffic report',
    description:
      'Counts of a domain in a period: requests, traffic and cache; visitors by country; status codes; attacks; or errors with their likely cause.',
    input: z.object({
      ...ofDomain,
      about: z.enum(['traffic', 'visitors', 'status', 'waf', 'errors']).default('traffic'),
      window: z.enum(windows).default('24h').describe('`1M` is 30 days.'),
    }),
    areas: ['reports'],
    run: async (send, { domain: name, about, window }) => send(report[about], { domainId: await findDomainId(send, name), window }),
  }),
  servers_overview: tool({
    title: 'Servers',
    description: 'All servers with size, state, addresses and cost, and their current load.',
    input: z.object({}),
    areas: ['servers'],
    async run(send) {
      const [list, load] = await Promise.all([send(server.list, {}), part(send(monitoring.overview, {}))]);
      return { ...list, load };
    },
  }),
  server_details: tool({
    title: 'Server',
    description: 'One server: cost, traffic of the month, and its latest events.',
    input: z.object(ofServer),
    areas: ['servers'],
    async run(send, input) {
      const serverId = await findServerId(send, input.server);
      const [about, traffic, events] = await Promise.all([
        send(server.get, { serverId }),
        part(send(server.traffic, { serverId })),
        part(send(server.events, { serverId })),
      ]);
      return { ...about, traffic, events };
    },
  }),
  costs: tool({
    title: 'Costs and wallet',
    description:
      'Balance, how long it lasts, upcoming charges, and the spending of a month by service and item. Amounts are in mills, 1/1000 of the currency unit.',
    input: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional()
        .describe('As in 2026-11; default: this month.'),
    }),
    areas: ['finance'],
    async run(send, { month }) {
      const [about, usage, upcoming] = await Promise.all([
        send(walletDetail.get, {}),
        send(walletDetail.usage, { ...(month && { month }) }),
        send(wallet.charges, {}),
      ]);
      return { ...about, ...usage, upcoming };
    },
  }),
  invoices: tool({
    title: 'Invoices and transactions',
    description: 'Invoices in a state, one invoice with its items, or the newest transactions of the wallet. Amounts are in mills.',
    input: z.object({
      show: z.enum(['current', 'closed', 'proforma', 'transactions']).default('closed'),
      invoiceId: z.string().max(64).optional(),
    }),
    areas: ['finance'],
    run: (send, { show, invoiceId }): Promise<Record<string, unknown>> => {
      if (invoiceId !== undefined) return send(invoice.get, { invoiceId });
      if (show === 'transactions') return send(transaction.list, { limit: LISTED });
      return send(invoice.list, { state: show, page: 1, perPage: LISTED });
    },
  }),
  tickets: tool({
    title: 'Tickets',
    description: 'The tickets of the account, or one ticket with its messages.',
    input: z.object({ ticketId: z.string().max(64).optional(), state: z.enum(['active', 'closed']).default('active') }),
    areas: ['tickets'],
    async run(send, { ticketId, state }) {
      if (ticketId === undefined) return send(ticket.list, { state, page: 1, perPage: LISTED });
      const [about, messages] = await Promise.all([send(ticket.get, { ticketId }), send(ticket.messages, { ticketId })]);
      return { ...about, ...messages };
    },
  }),
  change_schema: tool({
    title: 'Schema of a change',
    description: 'The JSON Schema and an example of the arguments of a change that can be proposed.',
    input: z.object({ call: z.enum(proposable) }),
    areas: proposableAreas,
    writes: true,
    async run(_send, { call }) {
      const operation = findOperation(call);
      if (!operation) throw unknownItem('call', call);
      return { call, summary: operation.summary, schema: operation.input, example: operation.example };
    },
  }),
  propose_change: tool({
    title: 'Propose a change',
    description:
      'Propose a change. Nothing changes until a signed-in person has seen what it would change and approved it in the panel; no tool can approve. Get the arguments with `change_schema`. A proposal is valid for 7 days.',
    input: z.object({
      call: z.enum(proposable),
      arguments: z.record(z.string(), z.unknown()),
      reason: z.string().min(1).max(500).describe('Why, for the person who decides.'),
    }),
    areas: proposableAreas,
    writes: true,
    run: (send, input) => send(proposal.create, input),
  }),
  proposal_status: tool({
    title: 'Status of a proposal',
    description: 'Whether a proposal of this key is pending, approved (the change was made), rejected or expired.',
    input: z.object({ proposalId: z.string().min(1).max(64) }),
    areas: proposableAreas,
    writes: true,
    run: (send, input) => send(proposal.get, input),
  }),
};

/** Whether a key is offered a tool. What it gets is decided by the provider, for each call. */
export const isOffered = ({ areas, writes }: Tool, { access }: Pick<ApiKey, 'access'>): boolean =>
  areas === null || areas.some((area) => access[area] === 'write' || (!writes && access[area] === 'read'));
