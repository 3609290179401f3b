import { auth } from '../lib/contract/account/auth.ts';
import type { Input, NamedCall, Output } from '../lib/contract/call.ts';
import { type Domain, domain } from '../lib/contract/cdn/domain.ts';
import { server } from '../lib/contract/cloud/server.ts';
import { notification } from '../lib/contract/core/notification.ts';
import { provider } from '../lib/contract/core/provider.ts';
import { task } from '../lib/contract/core/task.ts';
import { wallet } from '../lib/contract/core/wallet.ts';
import type { TextTree } from '../lib/i18n/bundles.ts';
import type { Namespace } from '../lib/i18n/keys.ts';
import type { Locale } from '../lib/i18n/locales.ts';
import { localeTexts as allTexts, translator } from '../lib/i18n/server.ts';
import type { Translate } from '../lib/i18n/translator.ts';
import type { PageData } from '../lib/page.ts';
import { domainByName, listedDomains, newestNotifications } from '../lib/reads.ts';
import type { Area } from '../lib/rules/core/areas.ts';
import { iso } from '../lib/time.ts';
import { READ_ROWS, type Reader } from './reads.ts';

/** A read whose response is embedded in the page for its island. */
export interface PageRead<C extends NamedCall = NamedCall> {
  call: C;
  input: unknown;
}
export const read = <C extends NamedCall>(call: C, input: Input<C>): PageRead<C> => ({ call, input });
const pageReadKey = ({ call, input }: PageRead): string => JSON.stringify([call.id, input]);

interface Locals {
  locale: Locale;
  session: { userId: string; expiresAt: number } | null;
  read: Reader;
  /** Areas that the provider doesn't have. */
  lacks?: readonly Area[];
}

export interface PanelData {
  /** The data that is embedded in the page. */
  page: PageData;
  /** The first 200 domains, for server rendering; the page also has them among its reads. */
  domains: readonly Domain[] | null;
  /** Number of unread notifications. */
  unread: number;
}

const shellReads = {
  profile: read(auth.profile, {}),
  balance: read(wallet.balance, {}),
  domains: read(domain.list, listedDomains),
  notifications: read(notification.list, newestNotifications),
  tasks: read(task.list, {}),
};

/**
 * The data of a panel page: texts, the session, and the responses to the shell's reads and its own, at most 200 rows each.
 *
 * @param texts namespaces that the page's islands use
 * @param stored on navigation inside the panel: the namespaces that the browser already has. The shell persists and needs no reads
 */
export async function panelData(
  locals: Locals,
  texts: readonly Namespace[],
  reads: readonly PageRead[],
  stored: ReadonlySet<string> | null = null,
): Promise<PanelData> {
  const at = iso(Date.now());
  const shell: readonly PageRead[] = stored ? [] : Object.values(shellReads);
  // A page may also list a read of the shell; it is made and embedded only once.
  const all = [...new Map([...shell, ...reads].map((item) => [pageReadKey(item), item])).values()];
  const responses = new Map(
    await Promise.all(all.map(async (item) => [pageReadKey(item), await locals.read(item.call, item.input)] as const)),
  );
  // The reader returns what the call's schema describes; the map of all responses loses which call it was.
  const ofShell = <C extends NamedCall>(item: PageRead<C>) => (stored ? null : (responses.get(pageReadKey(item)) as Output<C> | null));
  const known = all
    .map((item) => ({ key: [...item.call.id, item.input], data: responses.get(pageReadKey(item)) }))
    .filter(({ data }) => data !== null && rows(data) <= READ_ROWS);
  const person = ofShell(shellReads.profile);
  const page: PageData = {
    locale: locals.locale,
    at,
    texts: namespaceTexts(
      locals.locale,
      texts.filter((name) => !stored?.has(name)),
    ),
    session: locals.session && {
      userId: locals.session.userId,
      expiresAt: iso(locals.session.expiresAt),
      ...(person && { accountId: person.acting?.id ?? person.profile.id }),
    },
    profile: person?.profile ?? null,
    acting: person?.acting ?? null,
    ...(locals.lacks && locals.lacks.length > 0 && { lacks: locals.lacks }),
    balance: ofShell(shellReads.balance)?.balance ?? null,
    reads: known,
    zone: '',
  };
  return { page, domains: ofShell(shellReads.domains)?.domains ?? null, unread: ofShell(shellReads.notifications)?.unread ?? 0 };
}

/** Length of the longest list in a response. */
const rows = (answer: unknown) => Math.max(0, ...Object.values(answer as object).map((value) => (Array.isArray(value) ? value.length : 0))); // responses are objects

/** Texts of some namespaces in one language, with English for missing ones: the browser gets no second language. */
export function namespaceTexts(locale: Locale, namespaces: readonly Namespace[]): PageData['texts'] {
  return Object.fromEntries([...new Set(namespaces)].map((name) => [name, filled(allTexts('en')[name], allTexts(locale)[name])]));
}

/** Filled texts by their own ones, and their JSON: both are the same until a provider elsewhere changes its texts. */
const filledTexts = new WeakMap<TextTree, { english: TextTree; texts: TextTree }>();
const textsJson = new WeakMap<TextTree, string>();

function filled(english: TextTree, own: TextTree): TextTree {
  const known = filledTexts.get(own);
  if (known?.english === english) return known.texts;
  const texts = fill(english, own);
  filledTexts.set(own, { english, texts });
  return texts;
}

function fill(english: TextTree, own: TextTree): TextTree {
  const result: TextTree = { ...own };
  for (const [name, text] of Object.entries(english)) {
    const there = own[name];
    if (there === undefined) result[name] = text;
    else if (typeof text !== 'string' && typeof there !== 'string') result[name] = fill(text, there);
  }
  return result;
}

function embedTexts(texts: TextTree): string {
  const known = textsJson.get(texts) ?? embed(texts);
  textsJson.set(texts, known);
  return known;
}

/** The JSON of a page's data for its script element. */
export function embedPage({ texts, ...data }: PageData): string {
  const all = Object.entries(texts).map(([name, tree]) => `${JSON.stringify(name)}:${embedTexts(tree)}`);
  return `{"texts":{${all.join(',')}},${embed(data).slice(1)}`;
}

/**
 * The response of an operator's page to everyone else: that of an address without a page.
 * Null: the caller is an operator, or that couldn't be determined in time; every call of the page checks it anyway.
 */
export async function hiddenFrom({
  locals,
  rewrite,
}: {
  locals: Locals;
  rewrite: (path: string) => Promise<Response>;
}): Promise<Response | null> {
  const answer = await locals.read(auth.profile, {});
  return answer && answer.profile.staffRole === null ? rewrite('/operator/missing') : null;
}

/** Sets 404 if a read of the page was refused with it; a read without a response in time is repeated by the island. */
export async function orMissing<C extends NamedCall>(
  { locals, response }: { locals: Locals; response: { status?: number | undefined } },
  { call, input }: PageRead<C>,
): Promise<void> {
  if (await locals.read.isMissing(call, input as Input<C>)) response.status = 404; // accepted by `read`
}

/**
 * The customer's domain in the address. `undefined`: it couldn't be read in time, and the island reads it again;
 * `null`: the account has no such domain.
 */
export async function loadPageDomain(locals: Locals, name: string): Promise<Domain | null | undefined> {
  const answer = await locals.read(domain.list, domainByName(name));
  return answer ? (answer.domains.find((item) => item.name === name) ?? null) : undefined;
}

/**
 * The initial data of a domain page: its texts, the domain name in the address, and its reads; 404 if the account doesn't have the
 * domain.
 * @param more further reads once the domain is known
 * @param about the read of the page's subject: 404 without it
 */
export async function domainPage(
  { locals, params, response }: { locals: Locals; params: Record<string, string | undefined>; response: { status?: number | undefined } },
  more: (domain: Domain) => PageRead[],
  about?: (domain: Domain) => PageRead,
): Promise<{ t: Translate; name: string; reads: PageRead[] }> {
  const name = params.domain ?? '';
  const found = await loadPageDomain(locals, name);
  if (found === null) response.status = 404;
  const one = found && about?.(found);
  if (one) await orMissing({ locals, response }, one);
  const reads = [read(domain.list, domainByName(name)), ...(found ? more(found) : []), ...(one ? [one] : [])];
  return { t: translator(locals.locale), name, reads };
}

/**
 * The initial data of a server page: its texts, the id in the address, and its reads; 404 if the account has no such server.
 * @param more further reads, which only need the id of the server
 */
export async function serverPage(
  { locals, params, response }: { locals: Locals; params: Record<string, string | undefined>; response: { status?: number | undefined } },
  more: (serverId: string) => PageRead[],
): Promise<{ t: Translate; id: string; name: string; reads: PageRead[] }> {
  const id = params.id ?? '';
  const list = await locals.read(server.list, {});
  const found = list?.servers.find((item) => item.id === id);
  if (list && !found) response.status = 404;
  const reads = [read(provider.capabilities, {}), ...(found ? [read(server.get, { serverId: id }), ...more(id)] : [])];
  return { t: translator(locals.locale), id, name: found?.name ?? '', reads };
}

/** JSON that is safe inside a script element. */
export const embed = (data: unknown): string =>
  JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
