import { demo } from '../../lib/contract/fields.ts';
import type { TicketStatus } from '../../lib/rules/support/ticket.ts';
import { HOUR } from '../../lib/time.ts';
import { collectDiagnostics } from '../core/diagnostics/diagnostics.ts';
import type { Seed } from '../core/seeds/seed.ts';
import { saveDiagnostics } from './ticket/diagnostics.ts';
import { nextNumber, searchTextOf } from './ticket/store.ts';

interface SeedMessage {
  by: 'customer' | 'support';
  /** Hours ago. */
  ago: number;
  text: string;
}
interface Written {
  id?: string;
  title: string;
  department: [id: string, service: string];
  domain?: { id: string; name: string };
  priority: 'low' | 'medium' | 'high';
  status: TicketStatus;
  messages: readonly SeedMessage[];
}

const parvaz = { id: demo.domainId, name: 'parvaz.example' };

const tickets: readonly Written[] = [
  {
    id: demo.closedTicketId,
    title: 'Certificate for a new subdomain',
    department: ['technical', 'ssl'],
    domain: parvaz,
    priority: 'low',
    status: 'closed',
    messages: [
      {
        by: 'customer',
        ago: 620,
        text: 'Does the free certificate also cover `shop.parvaz.example`, or do I have to request another one?',
      },
      {
        by: 'support',
        ago: 618,
        text: 'It covers the domain and every name directly below it, so `shop.parvaz.example` is included. You don’t need to do anything.',
      },
      { by: 'customer', ago: 616, text: 'Perfect, thank you.' },
    ],
  },
  {
    title: 'Receipt for last month’s payment',
    department: ['billing', 'invoices'],
    priority: 'low',
    status: 'pending',
    messages: [
      {
        by: 'customer',
        ago: 30,
        text: 'Could you tell me where I can download the receipt for last month’s payment? Our accountant needs it.',
      },
    ],
  },
  {
    id: demo.ticketId,
    title: 'Product images load slowly since this morning',
    department: ['technical', 'cdn'],
    domain: parvaz,
    priority: 'high',
    status: 'answered',
    messages: [
      {
        by: 'customer',
        ago: 7,
        text: 'Since about 09:00, images under `/media/products` take three to five seconds. Other pages are fine.\n\n1. Open any product page.\n2. Watch the requests to `/media/products`.\n\nNothing was changed on our side.',
      },
      {
        by: 'support',
        ago: 5,
        text: 'Thanks for the clear description. Responses from your server have `Cache-Control: no-store` since 08:52, so each image comes from your server:\n\n```\nHTTP/1.1 200 OK\nCache-Control: no-store\n```\n\nRemove this header on your server, or add a **page rule** for `/media/*` that sets a cache time. We’ll watch the hit ratio meanwhile.',
      },
    ],
  },
];

/** Reply templates saved by the demo operator. */
export const seedTemplates: Seed = async (tx, { now, newId }) => {
  const templates = [
    {
      id: demo.replyTemplateId,
      name: 'Name servers',
      body: 'Your registrar still lists other name servers for this domain. Enter ours there, as the domain’s overview shows them. The change can take up to 48 hours.',
    },
    {
      id: newId(),
      name: 'More details',
      body: 'To look into this, we need:\n\n1. the time of the problem, with your time zone\n2. the address that you opened\n3. what you saw, and what you expected',
    },
  ];
  await tx
    .insertInto('replyTemplate')
    .values(templates.map((one) => ({ ...one, updatedBy: demo.operator, updatedAt: now })))
    .execute();
};

/** Tickets of the main customer: answered, waiting and closed. */
export const seedTickets: Seed = async (tx, { now, newId, customers, services }) => {
  const { email } = await tx.selectFrom('user').select('email').where('id', '=', customers.main).executeTakeFirstOrThrow();
  for (const { id = newId(), title, department, domain, priority, status, messages } of tickets) {
    const times = messages.map(({ ago }) => now - ago * HOUR);
    const number = await nextNumber(tx);
    await tx
      .insertInto('ticket')
      .values({
        id,
        accountId: customers.main,
        openedBy: customers.main,
        number,
        title,
        searchText: searchTextOf({ number, title }),
        departmentId: department[0],
        service: department[1],
        domainId: domain?.id ?? null,
        domainName: domain?.name ?? null,
        serverId: null,
        serverName: null,
        priority,
        status,
        createdAt: Math.min(...times),
        updatedAt: Math.max(...times),
        hasDiagnostics: id === demo.ticketId,
      })
      .execute();
    if (id === demo.ticketId && domain) {
      const { sections } = await collectDiagnostics(tx, services.registry, { id: customers.main }, { kind: 'domain', id: domain.id });
      await saveDiagnostics(tx, id, Math.min(...times), sections, []);
    }
    for (const [index, { by, text }] of messages.entries())
      await tx
        .insertInto('ticketMessage')
        .values({
          // In the order of the messages; the second of `demo.ticketId` is `demo.replyId`.
          id: `${id.slice(0, -4)}a2${id.slice(-1)}${index}`,
          ticketId: id,
          author: by,
          userId: by === 'customer' ? customers.main : customers.operator,
          authorName: by === 'customer' ? email : demo.operator,
          body: text,
          isNote: false,
          createdAt: times[index] ?? now,
          score: null,
          scoreNote: null,
        })
        .execute();
  }
};
