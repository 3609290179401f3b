import '../lib/node/loadBrand.ts';
import { randomBytes } from 'node:crypto';
import { failStart, publicOrigin, readEnv } from '../config/env.ts';
import { Email } from '../lib/contract/fields.ts';
import { type StaffRole, staffRoles } from '../lib/rules/core/staff.ts';
import { hasOtherAdmin, STAFF_LOCK } from './account/operatorStaff/members.ts';
import { hashPassword } from './account/proof/passwords.ts';
import { dedicatedIpCommand } from './cdn/dedicatedIp/command.ts';
import { writeSystemChange } from './core/changes.ts';
import { confirmCurrency } from './core/currency.ts';
import { edgeKeys } from './core/edgeKeys.ts';
import { loadSecrets, openForCommand } from './core/installation.ts';
import { insertUser } from './core/people.ts';
import type { Tx, User } from './db/schema.ts';
import { dkimCommand } from './drivers/mail/dkimCommand.ts';
import { makeEnqueue } from './jobs/enqueue.ts';
import { uuidv7 } from './kernel/ids.ts';

// `npm run operator -- EMAIL [ROLE]`: makes the account an operator, or creates it with a password that is shown once. ROLE is admin, the
// role without one, support or billing; for an operator it is the new role.
// `npm run operator -- dedicated-ip`: requests for dedicated addresses (dedicatedIp/command.ts).
// `npm run operator -- mail-dkim`: the DNS record that lets emails be signed.
// `npm run operator -- edge-keys`: what an edge on another machine needs to follow this installation.
// `npm run operator -- currency CODE`: confirms the currency of a database of an earlier version (core/currency.ts).
// It works beside a running provider, on the same store.
const env = readEnv();
if (env.PROVIDER_URL) stop('The accounts are at the provider of PROVIDER_URL. Run this there.');

const [first = '', ...rest] = process.argv.slice(2);
const now = Date.now();
const email = ['dedicated-ip', 'mail-dkim', 'edge-keys', 'currency'].includes(first) ? null : parseEmail(first);
const store = await openForCommand(env).catch(failStart);
const secrets = await loadSecrets(env, store).catch(failStart);
// The provider beside it finds the jobs when it polls.
const jobs = { enqueue: makeEnqueue(() => now), wake() {} };
const decision = { now, newId: () => uuidv7(now), services: { store, env, jobs } };
const work =
  email !== null
    ? makeOperator(email, parseRole(rest[0]))
    : first === 'mail-dkim'
      ? dkimCommand({ store, env, secrets, now })
      : first === 'edge-keys'
        ? edgeKeysText()
        : first === 'currency'
          ? confirmCurrency(store, rest[0])
          : dedicatedIpCommand(decision, rest);
const commandResult = await work.catch((error: Error) => error).finally(() => store.close());
if (commandResult instanceof Error) stop(commandResult.message);
console.log(commandResult);

function parseEmail(text: string): string {
  const typed = Email.safeParse(text);
  return typed.success ? typed.data : stop('Write the email address of the account: npm run operator -- you@example.com');
}

/** Undefined: none was named. */
function parseRole(text: string | undefined): StaffRole | undefined {
  if (text === undefined || staffRoles.some((role) => role === text)) return text as StaffRole | undefined; // compared
  return stop(`The roles are ${staffRoles.join(', ')}: npm run operator -- you@example.com support`);
}

async function edgeKeysText(): Promise<string> {
  const { key, verifying } = edgeKeys(env, secrets);
  return `EDGE_CONTROL_URL=${publicOrigin(env)}/api\nEDGE_KEY=${key}\nEDGE_VERIFY_KEY=${verifying}`;
}

async function makeOperator(email: string, wanted: StaffRole | undefined): Promise<string> {
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password, env.PASSWORD_COST);
  const role = wanted ?? 'admin';
  return store.write([STAFF_LOCK, `email:${email}`], async (tx) => {
    const known = await tx.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
    const before = known?.staffRole ?? null;
    if (before !== null && (wanted === undefined || wanted === before)) return `${email} is an operator already, with the role ${before}.`;
    if (known) {
      if (before === 'admin' && !(await hasOtherAdmin(tx, known.id)))
        throw new Error(`${email} is the only administrator. Make somebody else one first.`);
      await tx.updateTable('user').set({ staffRole: role }).where('id', '=', known.id).execute();
      await log(tx, known, 'update', role, { role: before });
      return `${email} is an operator with the role ${role} now. It counts from the next call on.`;
    }
    const user = {
      id: uuidv7(now),
      email,
      mobile: null,
      passwordHash,
      accountType: 'business' as const,
      firstName: '',
      lastName: '',
      language: 'en',
      staffRole: role,
      isDemo: false,
      emailVerifiedAt: now,
      createdAt: now,
    };
    await insertUser(tx, user);
    await log(tx, user, 'create', role);
    return `${email} is an operator with the role ${role}. Password: ${password}\nIt is shown only now. Sign in and change it.`;
  });
}

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

function log(
  tx: Tx,
  { id, email: name }: Pick<User, 'id' | 'email'>,
  action: 'create' | 'update',
  role: StaffRole,
  before?: object,
): Promise<void> {
  return writeSystemChange(
    tx,
    { now, newId: () => uuidv7(now) },
    {
      kind: 'operator',
      group: 'auth',
      accountId: id,
      actorName: 'npm run operator',
      action,
      entity: { type: 'account', id, name },
      ...(before && { before }),
      after: { role },
    },
  );
}
