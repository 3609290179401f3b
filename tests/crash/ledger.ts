/*
 * Random money operations of many customers at once (top-ups, invoices from the wallet and at the gateway, plans, repeated and racing
 * calls), while the provider is killed with SIGKILL at random moments. After each kill, and at the end, the books must balance.
 *   node tests/crash/ledger.ts [--steps 10000] [--kills 40] [--database postgres://…] [--seed 1]
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { auth } from '../../src/lib/contract/account/auth.ts';
import type { AnyCall, Input, Output } from '../../src/lib/contract/call.ts';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { invoice } from '../../src/lib/contract/finance/invoice.ts';
import { payment } from '../../src/lib/contract/finance/payment.ts';
import { codeFor } from '../support/outbox.ts';
import { type RunningServer, startProviderServer } from '../support/server.ts';
import { type Acknowledged, checkMoney, countMoney } from './money.ts';
import { freshDatabase, openRaw, randomFrom } from './raw.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '40' },
    database: { type: 'string' },
    seed: { type: 'string' },
  },
});
const [steps, kills] = [Number(values.steps), Number(values.kills)];
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const random = randomFrom(seed);
const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
/** A customer may start 60 payments in ten minutes. */
const CUSTOMERS = Math.max(8, Math.ceil(steps / 250));
const WRITERS = 8;

const database = values.database ? await freshDatabase(values.database) : undefined;
console.log(`${steps} steps, ${kills} kills of ${database ? 'PostgreSQL' : 'SQLite'}, seed ${seed}`);
const env = { DEMO: 'on', LOG_LEVEL: 'silent', ...(database && { DATABASE_URL: database }) };
let provider: RunningServer = await startProviderServer({ env });
const { dataDir, port } = provider;
const began = Date.now();

interface Customer {
  ip: string;
  token?: string;
  /** Payments set to paid at the bank, without a response that confirmed it yet. */
  owed: Set<string>;
}

let done = 0;
let refused = 0;
let inTheAir = 0;
const statuses = new Map<number, number>();
const failures: string[] = [];
const acknowledged: Acknowledged = { payments: new Map(), invoices: new Map() };

/** One step: a call that moves money, or might. Null: refused. Rejects when the provider is down. */
async function step<C extends AnyCall>(by: Customer, call: C, input: Input<C>, key?: string): Promise<Output<C> | null> {
  inTheAir++;
  const response = await fetch(`${provider.url}${call.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': by.ip,
      ...(by.token && { authorization: `Bearer ${by.token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(input),
  });
  const body: unknown = await response.json();
  inTheAir--;
  done++;
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status >= 500) failures.push(`${call.path} answered ${response.status}`);
  if (response.status === 200) return body as Output<C>; // checked by the call's schema in the provider
  refused++;
  return null;
}

async function open(place: number): Promise<Customer> {
  const customer: Customer = { ip: `10.1.${place >> 8}.${place & 255}`, owed: new Set() };
  const [email, password] = [`ledger-${randomUUID()}@mail.example`, 'a-long-password'];
  const made = await step(customer, auth.register, { email, password, accountType: 'personal', acceptTerms: true });
  const verificationId = made?.verification.verificationId ?? '';
  const entered = await step(customer, auth.registerVerify, { verificationId, code: await codeFor(dataDir, email) });
  if (!entered) throw new Error('an account could not be opened');
  customer.token = entered.token;
  return customer;
}

/** The bank pays, and the customer and two more windows request the result at once. */
async function settle(by: Customer, paymentId: string, amount: number): Promise<void> {
  if (random() < 0.1) return;
  if (!(await step(by, payment.sandboxChoose, { paymentId, outcome: random() < 0.85 ? 'pay' : 'fail' }))) return;
  by.owed.add(paymentId);
  const answers = await Promise.all(Array.from({ length: between(1, 3) }, () => step(by, payment.verify, { paymentId })));
  for (const answer of answers) {
    if (answer && answer.payment.status !== 'pending') by.owed.delete(paymentId);
    if (answer?.payment.status !== 'paid') continue;
    acknowledged.payments.set(paymentId, amount);
  }
}

const actions: ((by: Customer) => Promise<void>)[] = [
  async function topUp(by) {
    const amount = between(500, 20_000) * 10;
    const key = randomUUID();
    const [made] = await Promise.all(
      Array.from({ length: between(1, 2) }, () => step(by, payment.create, { amount, gateway: 'sandbox' }, key)),
    );
    if (made) await settle(by, made.payment.id, amount);
  },
  async function fromWallet(by) {
    const made = await step(by, invoice.createProforma, { items: [{ service: 'consulting', hours: between(1, 2) }] });
    if (!made) return;
    const { id: invoiceId, total } = made.invoice;
    const key = randomUUID();
    const pay = (once: string) => step(by, invoice.pay, { invoiceId, method: 'wallet' }, once);
    const answers = await Promise.all([pay(key), pay(key), ...(random() < 0.3 ? [pay(randomUUID())] : [])]);
    if (answers.some((answer) => answer !== null)) acknowledged.invoices.set(invoiceId, total);
    else await step(by, invoice.cancelProforma, { invoiceId });
  },
  async function atGateway(by) {
    const form = random() < 0.3 ? { amount: between(500, 5_000) * 10 } : { items: [{ service: 'expertConsulting' as const, hours: 1 }] };
    const made = await step(by, invoice.createProforma, form);
    if (!made) return;
    const { id: invoiceId, total } = made.invoice;
    const started = await step(by, invoice.pay, { invoiceId, method: 'gateway', gateway: 'sandbox' }, randomUUID());
    // Sometimes the wallet is faster: the gateway's payment then stays in the wallet.
    const [answer] = await Promise.all([
      random() < 0.2 ? step(by, invoice.pay, { invoiceId, method: 'wallet' }, randomUUID()) : null,
      started?.payment && settle(by, started.payment.id, total),
    ]);
    if (answer) acknowledged.invoices.set(invoiceId, total);
  },
  async function plan(by) {
    const name = `paid-${randomUUID()}.example`;
    await step(by, domain.add, { name, plan: 'eco', acceptTerms: true, termsVersion: '2026-11' }, randomUUID());
  },
];

/** Customers act in parallel until the steps are done, or the provider is down. */
async function act(until: number): Promise<void> {
  let isGone = false;
  const writer = async () => {
    while (!isGone && done < until) {
      const by = customers[between(0, customers.length - 1)];
      const action = actions[between(0, actions.length - 1)];
      if (by && action)
        await action(by).catch((error: unknown) => {
          // No response: the provider was killed. Anything else is an error of this program.
          if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
          isGone = true;
        });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

async function look(): Promise<number> {
  const store = await openRaw({ dataDir, database });
  const faults = [...failures.splice(0), ...(await checkMoney(store, acknowledged))];
  await store.close();
  for (const fault of faults) console.log(`     ✗ ${fault}`);
  return faults.length;
}

// One after the other: together, their emails take longer than a test waits for one.
const customers: Customer[] = [];
while (customers.length < CUSTOMERS) customers.push(await open(customers.length));
done = 0;
refused = 0;
let faults = 0;
for (let round = 1; round <= kills; round++) {
  inTheAir = 0;
  const target = Math.floor((steps * round) / (kills + 1));
  // Kills during the writers' calls, not after them.
  const running = act(Number.POSITIVE_INFINITY);
  while (done < target) await wait(2);
  await provider.kill9();
  await running;
  const found = await look();
  faults += found;
  console.log(`${String(round).padStart(3)}: ${done} steps, ${inTheAir} in the air${found === 0 ? ': the books balance' : ''}`);
  provider = await startProviderServer({ env, dataDir, port });
}
inTheAir = 0;
await act(steps);
// Payments charged by the bank without a response before a kill: each is now credited once.
let late = 0;
for (const by of customers)
  for (const paymentId of by.owed) {
    const answer = await step(by, payment.verify, { paymentId });
    if (answer?.payment.status === 'paid') {
      acknowledged.payments.set(paymentId, answer.payment.amount);
      late++;
    }
  }
faults += await look();
const store = await openRaw({ dataDir, database });
const { entries, sum } = await countMoney(store);
await store.close();
await provider.stop();
console.log(
  `${done} steps (${refused} refused: ${JSON.stringify(Object.fromEntries(statuses))}), ${acknowledged.payments.size} payments and ${acknowledged.invoices.size} invoices acknowledged, ${late} credited after a kill, ${entries} entries, Σ ${sum}, ${kills} kills in ${Math.round((Date.now() - began) / 1000)} s: ${faults} faults${faults > 0 ? ` (seed ${seed}, data in ${dataDir})` : ''}`,
);
if (faults === 0) await rm(dataDir, { recursive: true, force: true });
process.exit(faults > 0 ? 1 : 0);
