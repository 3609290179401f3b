import { generateKeyPairSync, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import type { Engines } from '../../src/lib/rules/core/capabilities.ts';
import {
  callName,
  describeInput,
  exampleUpload,
  isForOperators,
  listIdFields,
  withOutdatedVersion,
  withUnknownIds,
} from '../support/callInputs.ts';
import { type Area, areaOf, declaredAbsent } from './areas.ts';
import { checkFile, checkLanguages, checkRefusal, checkStream, checkSuccess, type Fault } from './checks.ts';
import { type Answer, ProviderClient, type Sending, type Target } from './client.ts';
import { depends, inputs, makings, notSent, sourceLists, type Values } from './scenario.ts';

export type Outcome = 'passed' | 'failed' | 'missing' | 'absent' | 'unchecked';
export const caseNames = [
  'success',
  'session',
  'token',
  'operators',
  'method',
  'input',
  'languages',
  'unknown',
  'other customer',
  'version',
  'idempotency',
  'paging',
  'upload',
  'refusal',
] as const;
export type CaseName = (typeof caseNames)[number];

export interface Result {
  area: Area;
  call: string;
  case: CaseName;
  outcome: Outcome;
  /** What is wrong, or why it wasn't checked. */
  detail?: string;
}

export interface Report {
  results: Result[];
  /** What the run made and removed, and what remains in the account, as `call ID`. */
  removed: string[];
  left: string[];
  requests: number;
}

export interface Settings {
  target: Target;
  /** Of an account made for it. */
  username: string;
  password: string;
  /** Another account, which must not reach what the first one has; absent: that isn't checked. */
  other?: { username: string; password: string };
  tokenHeader?: string;
  /** The name of the domain that the run adds. */
  domain: string;
  /** Only these; absent: all. */
  areas?: readonly Area[];
  /** Only these calls, as `dns.create`. */
  only?: readonly string[];
  /** Runs in an account that has data already. */
  force?: boolean;
  /** A certificate for `domain` in PEM. */
  certificate: { certificate: string; privateKey: string };
}

/** The run can't begin: the message says why. */
export class CannotRun extends Error {}

/** A step needs something that an earlier one didn't make. */
class Missing extends Error {}

type Body = Record<string, unknown>;
const calls = new Map(allCalls().map((call) => [callName(call), call]));
const named = (name: string): NamedCall => {
  const call = calls.get(name);
  if (!call) throw new Error(`${name} isn’t a call of the contract`);
  return call;
};
const makingOf = new Map(
  makings.flatMap((making) => [making.as, ...(making.also ? [making.also.as] : [])].map((name) => [name, making] as const)),
);
const removals = new Set(makings.flatMap(({ remove }) => remove?.call ?? []));
/** Lists that show whether an account has data. */
const lists = ['domain.list', 'server.list', 'space.list', 'network.list', 'sshKey.list', 'apiKey.list', 'webhook.list', 'ticket.list'];
/** Time for all tasks of a run, in milliseconds, and between two looks at them. */
const TASK_MS = 900_000;
const LOOK_MS = 1_000;
/** More than the largest page number of any account. */
const LAST_PAGE = 1_000_000;

/** Runs the cases against a provider. @throws CannotRun */
export async function runConformance(settings: Settings): Promise<Report> {
  const unknown = settings.only?.filter((name) => !calls.has(name)) ?? [];
  if (unknown.length > 0) throw new CannotRun(`Not a call of the contract: ${unknown.join(', ')}. Calls are named as in \`dns.create\`.`);
  const client = new ProviderClient(settings.target, settings.tokenHeader);
  const engines = await readEngines(client);
  const canSignIn = !(await isMissing(client, named('auth.login')));
  const run = new Run(client, settings, canSignIn ? await signedIn(client, settings) : null, engines);
  try {
    await run.findMissing();
    if (!canSignIn) {
      run.cannotSignIn();
      return { results: run.results, removed: [], left: [], requests: client.sent };
    }
    await run.requireEmptyAccount();
    if (settings.other) run.otherToken = await signedIn(client, settings.other);
    await run.refusals();
    await run.scenario();
  } finally {
    // An account may have few sessions at a time.
    for (const token of [run.token, run.otherToken]) if (token) await client.send(named('auth.logout'), {}, { token }).catch(() => {});
  }
  return { results: run.results, removed: run.removed, left: run.left, requests: client.sent };
}

async function signedIn(client: ProviderClient, { username, password }: { username: string; password: string }): Promise<string> {
  try {
    return await client.signIn(username, password);
  } catch (error) {
    throw new CannotRun(`Can’t sign in as ${username}: ${causes(error)}`);
  }
}

/** Whether the provider says that it doesn't have a call. It is sent without a session and without input, so that nothing happens. */
async function isMissing(client: ProviderClient, call: NamedCall): Promise<boolean> {
  const answer = await client.send(call, {}, { token: null });
  return answer.status === 501 && checkRefusal(answer, { status: [501], codes: ['error:notImplemented'] }) === undefined;
}

/** What the provider declares; null: its answer isn't usable, and the run reports that. */
async function readEngines(client: ProviderClient): Promise<Engines | null> {
  const call = named('provider.capabilities');
  const answer = await client.send(call, {}, { token: null });
  const parsed = call.output.safeParse(answer.body);
  return answer.status === 200 && parsed.success ? (parsed.data as { capabilities: Engines }).capabilities : null;
}

/** The messages of an error and of what caused it. */
const causes = (error: unknown): string =>
  error instanceof Error ? [error.message, ...(error.cause ? [causes(error.cause)] : [])].join(': ') : String(error);

class Run {
  readonly client: ProviderClient;
  readonly settings: Settings;
  /** Null: nobody can sign in. */
  readonly token: string | null;
  readonly engines: Engines | null;
  readonly results: Result[] = [];
  readonly removed: string[] = [];
  readonly left: string[] = [];
  otherToken: string | null = null;
  /** Tasks that were open when the run began; null: it hasn't looked yet. */
  #earlier: Set<string> | null = null;
  /** Milliseconds in which it has waited for tasks. */
  #waited = 0;
  readonly #values: Values;
  readonly #selected: ReadonlySet<string>;
  /** The calls that the provider says it doesn't have. */
  readonly #missing = new Set<string>();
  /** The calls that the scenario sends: those selected, and what they need. */
  readonly #made = new Set<string>();

  constructor(client: ProviderClient, settings: Settings, token: string | null, engines: Engines | null) {
    this.client = client;
    this.settings = settings;
    this.token = token;
    this.engines = engines;
    const suffix = randomBytes(3).toString('hex');
    this.#values = {
      domain: settings.domain,
      suffix,
      publicKey: newPublicKey(),
      cidr: `10.${randomInt(100, 250)}.${randomInt(0, 256)}.0/24`,
      serverName: `conformance-${suffix}`,
      spaceName: `conformance-${suffix}`,
      ...settings.certificate,
    };
    const isSelected = (call: NamedCall) =>
      (!settings.areas || settings.areas.includes(areaOf(call))) && (!settings.only || settings.only.includes(callName(call)));
    this.#selected = new Set(allCalls().filter(isSelected).map(callName));
    for (const name of this.#selected) this.#require(named(name));
  }

  /** Adds what the input of a call needs to what the scenario makes. */
  #require(call: NamedCall): void {
    if (notSent[callName(call)] !== undefined) return;
    const used: string[] = [];
    const recorded = new Proxy<Values>({}, { get: (_, name) => used.push(String(name)), has: () => false });
    resolve(call, recorded);
    for (const name of used) {
      const making = makingOf.get(name);
      if (!making || this.#made.has(making.call)) continue;
      this.#made.add(making.call);
      this.#require(named(making.call));
    }
  }

  #record(call: NamedCall, name: CaseName, fault: Fault, outcome: Outcome = fault === undefined ? 'passed' : 'failed'): void {
    // What a selected call needs matters only when it fails.
    if (!this.#selected.has(callName(call)) && outcome !== 'failed') return;
    this.results.push({ area: areaOf(call), call: callName(call), case: name, outcome, ...(fault !== undefined && { detail: fault }) });
  }

  /** Records the outcome of a case. One that can't be finished has failed. */
  async #case(call: NamedCall, name: CaseName, check: () => Promise<Fault>): Promise<void> {
    if (!this.#selected.has(callName(call))) return;
    const fault = await check().catch((error: unknown) => causes(error));
    this.#record(call, name, fault);
  }

  #send(call: NamedCall, input: unknown, sending: Partial<Sending> = {}): Promise<Answer> {
    return this.client.send(call, input, { token: this.token, ...exampleUpload(call), ...sending });
  }

  /** Records the calls that the provider says it doesn't have: none of their cases is run. */
  async findMissing(): Promise<void> {
    for (const call of allCalls()) {
      if (declaredAbsent(call, this.engines) || !(await isMissing(this.client, call))) continue;
      this.#missing.add(callName(call));
      this.#record(call, 'success', 'the provider answers that it isn’t implemented', 'missing');
    }
  }

  /** Whether a call isn't there, and was recorded. */
  #isThere(call: NamedCall): boolean {
    return !this.#missing.has(callName(call)) && !declaredAbsent(call, this.engines);
  }

  /** Nothing else can be checked: records the calls that are there. */
  cannotSignIn(): void {
    for (const call of allCalls()) {
      if (!this.#selected.has(callName(call)) || this.#missing.has(callName(call))) continue;
      const absent = declaredAbsent(call, this.engines);
      if (absent) this.#record(call, 'success', `the provider declares that it doesn’t have \`${absent}\``, 'absent');
      else this.#record(call, 'success', 'nobody can sign in: auth.login isn’t implemented', 'unchecked');
    }
  }

  /** @throws CannotRun when the account has data */
  async requireEmptyAccount(): Promise<void> {
    if (this.settings.force) return;
    const found: string[] = [];
    for (const name of lists) {
      const call = named(name);
      if (!this.#isThere(call)) continue;
      const { body } = await this.#send(call, call.example);
      for (const [field, value] of Object.entries((body ?? {}) as Body))
        if (Array.isArray(value) && value.length > 0) found.push(`${name} (${field}: ${value.length})`);
    }
    if (found.length > 0)
      throw new CannotRun(
        `The account has data: ${found.join(', ')}. Use an account made for this, or --force: what exists stays, but settings of the account are changed.`,
      );
  }

  /** Cases that must not change anything. */
  async refusals(): Promise<void> {
    for (const call of allCalls()) {
      if (!this.#selected.has(callName(call))) continue;
      const absent = declaredAbsent(call, this.engines);
      if (absent) {
        this.#record(call, 'success', `the provider declares that it doesn’t have \`${absent}\``, 'absent');
        continue;
      }
      if (this.#isThere(call)) await this.#refusalsOf(call);
    }
  }

  async #refusalsOf(call: NamedCall): Promise<void> {
    const { fields, required } = describeInput(call);
    const noSession = { status: [401], codes: ['error:unauthorized', 'error:expired'] };
    if (call.access === 'session') {
      // In four languages where an invalid input isn't.
      const tried = await this.#inLanguages(call, call.example, null, required.length > 0 ? ['en'] : locales);
      await this.#case(call, 'session', async () => (tried[0] ? checkRefusal(tried[0], noSession) : 'no answer'));
      if (required.length === 0)
        await this.#case(call, 'languages', async () => (tried.length > 0 ? checkLanguages(tried, noSession) : 'no answer'));
      await this.#case(call, 'token', async () => checkRefusal(await this.#send(call, call.example, { token: 'rubbish' }), noSession));
    }
    await this.#case(call, 'method', async () => {
      const method = call.method === 'GET' ? 'POST' : 'GET';
      if (calls.values().some((other) => other.path === call.path && other.method === method)) return undefined;
      return checkRefusal(await this.#send(call, {}, { method }), { status: [404, 405] });
    });
    if (isForOperators(call)) {
      await this.#case(call, 'operators', async () =>
        checkRefusal(await this.#send(call, call.example), { status: [404], codes: ['error:notFound'] }),
      );
      return;
    }
    const isInvalid = { status: [422], codes: ['error:validation'], fields: required };
    if (required.length > 0) {
      const tried = await this.#inLanguages(call, {}, this.token, locales);
      await this.#case(call, 'input', async () => (tried[0] ? checkRefusal(tried[0], isInvalid) : 'no answer'));
      await this.#case(call, 'languages', async () => (tried.length > 0 ? checkLanguages(tried, isInvalid) : 'no answer'));
    }
    if (call.body === 'multipart')
      await this.#case(call, 'upload', async () =>
        checkRefusal(await this.client.send(call, call.example, { token: this.token }), { status: [422] }),
      );
    if (fields.includes('page'))
      await this.#case(call, 'paging', async () =>
        checkRefusal(await this.#send(call, { ...(call.example as Body), page: 0 }), { status: [422], fields: ['page'] }),
      );
    const ids = listIdFields(call).filter((field) => field in (call.example as Body));
    if (ids.length > 0 && call.access === 'session')
      await this.#case(call, 'unknown', async () =>
        checkRefusal(await this.#send(call, withUnknownIds(call.example as Body, ids)), { status: [404] }),
      );
  }

  /** The responses in these languages; none when one doesn't come. */
  async #inLanguages(call: NamedCall, input: unknown, token: string | null, languages: readonly Locale[]): Promise<Answer[]> {
    const answers: Answer[] = [];
    try {
      for (const locale of languages) answers.push(await this.#send(call, input, { token, locale }));
      return answers;
    } catch {
      return [];
    }
  }

  /** Makes what the calls need, uses it, and removes it. */
  async scenario(): Promise<void> {
    for (const { call: name, find } of sourceLists) {
      const call = named(name);
      if (!this.#isThere(call)) continue;
      try {
        const { body } = await this.#send(call, call.example);
        for (const [field, value] of Object.entries(find(body))) if (value !== undefined) this.#values[field] = value;
      } catch {
        // The case of that call reports what is wrong with its body.
      }
    }
    const undo: (() => Promise<void>)[] = [];
    await this.#settle();
    try {
      for (const making of makings) {
        const call = named(making.call);
        if (!this.#isThere(call) || !(this.#made.has(making.call) || this.#selected.has(making.call))) continue;
        await this.#make(making);
        if (this.#values[making.as] !== undefined) undo.push(() => this.#remove(making));
      }
      const others = allCalls().filter((call) => {
        const name = callName(call);
        return this.#selected.has(name) && !isForOperators(call) && this.#isThere(call) && !removals.has(name);
      });
      const isMaking = new Set(makings.map(({ call }) => call));
      for (const call of others) if (call.method === 'GET') await this.#use(call);
      for (const call of others) await this.#reach(call);
      for (const call of others) if (call.method !== 'GET' && !isMaking.has(callName(call))) await this.#use(call);
    } finally {
      for (const remove of undo.reverse()) await remove();
    }
  }

  async #make({ call: name, as, also }: (typeof makings)[number]): Promise<void> {
    const call = named(name);
    await this.#guarded(call, async (input) => {
      if (areaOf(call) === 'cloud') await this.#settle();
      const idempotencyKey = call.money ? randomUUID() : undefined;
      const answer = await this.#send(call, input, { ...(idempotencyKey && { idempotencyKey }) });
      if (answer.status !== 200 && depends[name] !== undefined) return this.#recordRefused(call, answer);
      const fault = checkSuccess(call, answer);
      if (answer.status === 200) {
        // An object of a space has a key and no ID.
        const id = findId(answer.body) ?? (as.endsWith('Id') ? undefined : true);
        if (id === undefined) return fault ?? 'the response has no ID';
        this.#values[as] = id;
        if (also) this.#values[also.as] = also.find(answer.body);
      }
      if (idempotencyKey && answer.status === 200) await this.#repeat(call, input, idempotencyKey, answer);
      return fault;
    });
  }

  /** The same key has the same effect once and the same response, and none with another input. */
  async #repeat(call: NamedCall, input: Body, idempotencyKey: string, first: Answer): Promise<void> {
    await this.#case(call, 'idempotency', async () => {
      const again = await this.#send(call, input, { idempotencyKey });
      if (again.status !== 200 || again.text !== first.text)
        return `the same Idempotency-Key doesn’t have the same response: ${again.status} ${again.text.slice(0, 160)}`;
      const different = otherInput(input);
      const refused = await this.#send(call, different, { idempotencyKey });
      return checkRefusal(refused, { status: [409], codes: ['error:idempotency'] });
    });
  }

  /** Sends a call with valid input. */
  async #use(call: NamedCall): Promise<void> {
    const name = callName(call);
    await this.#guarded(call, async (input) => {
      if (areaOf(call) === 'cloud' && call.method === 'POST') await this.#settle();
      if (call.events) return checkStream(call, await this.client.open(call, input, { token: this.token }));
      // These two end the session, or replace it.
      const endsSession = name === 'auth.logout' || name === 'auth.refresh';
      const ownToken = endsSession ? await this.client.signIn(this.settings.username, this.settings.password) : this.token;
      const token = call.access === 'public' && name !== 'auth.refresh' ? null : ownToken;
      if (describeInput(call).fields.includes('version') && depends[name] === undefined)
        await this.#case(call, 'version', async () =>
          checkRefusal(await this.#send(call, withOutdatedVersion({ version: 0, ...input })), {
            status: [409],
            codes: ['error:versionConflict'],
          }),
        );
      if (call.downloads) {
        const response = await this.client.open(call, input, { token });
        if (response.ok) return checkFile(response);
        const text = await response.text();
        return this.#recordRefused(call, { status: response.status, headers: response.headers, text, body: JSON.parse(text) });
      }
      const answer = await this.#send(call, input, { token, ...(call.money && { idempotencyKey: randomUUID() }) });
      if (depends[name] !== undefined && answer.status !== 200) return this.#recordRefused(call, answer);
      if (call.exampleStatus !== 200 && depends[name] === undefined) {
        this.#record(call, 'refusal', checkRefusal(answer, { status: [call.exampleStatus] }));
        return 'recorded';
      }
      const fault = checkSuccess(call, answer);
      if (fault === undefined && describeInput(call).fields.includes('page')) await this.#page(call, input);
      return fault;
    });
  }

  /** A call that may be refused was: the refusal must be one that the contract lists. */
  #recordRefused(call: NamedCall, answer: Answer): 'recorded' {
    const codes = [...call.errors, 'error:notFound', 'plan:required', 'plan:requiredTop', 'error:balance'];
    const fault = checkRefusal(answer, { status: [402, 404, 409, 422], codes });
    const reason = `${depends[callName(call)]}; it was refused with \`${(answer.body as { code?: string } | undefined)?.code}\``;
    this.#record(call, 'success', fault ?? reason, fault === undefined ? 'unchecked' : 'failed');
    return 'recorded';
  }

  async #page(call: NamedCall, input: Body): Promise<void> {
    await this.#case(call, 'paging', async () => {
      const listOf = ({ body }: Answer) => Object.values(body as Body).find(Array.isArray) ?? [];
      const first = await this.#send(call, { ...input, page: 1, perPage: 1 });
      const fault = checkSuccess(call, first);
      if (fault) return fault;
      if (listOf(first).length > 1) return `perPage=1 returned ${listOf(first).length} items`;
      const last = await this.#send(call, { ...input, page: LAST_PAGE, perPage: 1 });
      return checkSuccess(call, last) ?? (listOf(last).length > 0 ? `page ${LAST_PAGE} isn’t empty` : undefined);
    });
  }

  /** Another customer gets the same response as for an unknown ID. */
  async #reach(call: NamedCall): Promise<void> {
    if (call.access !== 'session' || notSent[callName(call)] !== undefined) return;
    const ids = listIdFields(call).filter((field) => field in (call.example as Body));
    if (ids.length === 0) return;
    if (!this.otherToken) return this.#record(call, 'other customer', 'no other account was given', 'unchecked');
    const token = this.otherToken;
    let input: Body;
    try {
      input = resolve(call, this.#values);
    } catch {
      return;
    }
    await this.#case(call, 'other customer', async () => checkRefusal(await this.#send(call, input, { token }), { status: [404] }));
  }

  /** Records the success of a call. `check` may record it itself. */
  async #guarded(call: NamedCall, check: (input: Body) => Promise<Fault | 'recorded'>): Promise<void> {
    const reason = notSent[callName(call)];
    if (reason !== undefined) return this.#record(call, 'success', reason, 'unchecked');
    try {
      const fault = await check(resolve(call, this.#values));
      if (fault !== 'recorded') this.#record(call, 'success', fault);
    } catch (error) {
      this.#record(call, 'success', causes(error), error instanceof Missing ? 'unchecked' : 'failed');
    }
  }

  async #remove({ call: made, as, remove }: (typeof makings)[number]): Promise<void> {
    const madeItem = `${made} ${String(this.#values[as])}`;
    if (!remove) {
      this.left.push(madeItem);
      return;
    }
    const call = named(remove.call);
    if (!this.#isThere(call)) {
      this.left.push(madeItem);
      return;
    }
    let fault: Fault = 'it wasn’t sent';
    await this.#guarded(call, async (input) => {
      if (areaOf(call) === 'cloud') await this.#settle();
      const answer = await this.#send(call, { ...input, ...remove.input?.(this.#values) });
      fault = checkSuccess(call, answer);
      return answer.status !== 200 && depends[callName(call)] !== undefined ? this.#recordRefused(call, answer) : fault;
    });
    (fault === undefined ? this.removed : this.left).push(madeItem);
  }

  /** Waits until the tasks of this run have ended. Those that were there before don't count, nor an export, which takes minutes. */
  async #settle(): Promise<void> {
    const call = named('task.list');
    for (;;) {
      const { body } = await this.#send(call, {});
      const tasks = (body as { tasks?: { id: string; kind: string; status: string }[] } | undefined)?.tasks ?? [];
      const open = (Array.isArray(tasks) ? tasks : [])
        .filter(({ kind, status }) => kind !== 'account.export' && (status === 'queued' || status === 'running'))
        .map(({ id }) => id);
      this.#earlier ??= new Set(open);
      if (open.every((id) => this.#earlier?.has(id))) return;
      if (this.#waited >= TASK_MS) throw new Error(`tasks haven’t ended after ${TASK_MS / 1000} s`);
      await this.settings.target.wait(LOOK_MS);
      this.#waited += LOOK_MS;
    }
  }
}

/** A public key as OpenSSH writes it, whose private key nobody has. */
function newPublicKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const blob = Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.from(x, 'base64url'))]);
  return `ssh-ed25519 ${blob.toString('base64')} conformance`;
}

/** The ID of what a call made: of the response itself, or of its first object that has one. */
function findId(body: unknown): unknown {
  const whole = body as Body;
  if (typeof whole.id === 'string') return whole.id;
  for (const field of Object.values(whole)) {
    const value = Array.isArray(field) ? field[0] : field;
    const own = typeof value === 'object' && value !== null ? (value as Body) : {};
    // A list with its settings: the newest item is the last.
    const id = own.id ?? (Array.isArray(own.items) ? own.items.at(-1)?.id : undefined);
    if (typeof id === 'string') return id;
  }
  return undefined;
}

/** The input of a call on what the run made. @throws Missing */
function resolve(call: NamedCall, values: Values): Body {
  const name = callName(call);
  const [group] = call.id;
  const own = makings.find((making) => making.call === name);
  const at = (field: string): string | undefined =>
    [`${group}.${field}`, field].find((variable) =>
      makingOf.has(variable) ? makingOf.get(variable)?.call !== name : variable in values && !variable.startsWith('domain'),
    );
  const read = (variable: string): unknown => {
    const value = values[variable];
    if (value === undefined && makingOf.has(variable))
      throw new Missing(`needs \`${variable}\`, which ${makingOf.get(variable)?.call} didn’t return`);
    return value;
  };
  const replaced = (value: unknown, field: string): unknown => {
    if (Array.isArray(value)) {
      const variable = field.endsWith('Ids')
        ? at(field.slice(0, -1))
        : field === 'ids'
          ? makings.find((making) => making.call.startsWith(`${group}.`))?.as
          : undefined;
      return variable ? [read(variable)] : value.map((one) => replaced(one, ''));
    }
    const variable = field && at(field);
    if (variable) return read(variable) ?? value;
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, key)]));
    return typeof value === 'string'
      ? value.replaceAll('parvaz.example', String(values.domain)).replaceAll('web-fra-01', String(values.serverName))
      : value;
  };
  const example = Object.fromEntries(Object.entries(call.example as Body).map(([field, value]) => [field, replaced(value, field)]));
  return { ...example, ...(own?.input ?? inputs[name])?.(values) };
}

/** Another valid input: the first number is one step larger, or the first text longer. */
function otherInput(input: Body): Body {
  const number = Object.entries(input).find(([, value]) => typeof value === 'number');
  if (number) return { ...input, [number[0]]: Number(number[1]) + 10 };
  const text = Object.entries(input).find(([field, value]) => typeof value === 'string' && /name/i.test(field));
  return text ? { ...input, [text[0]]: `other-${text[1]}` } : input;
}
