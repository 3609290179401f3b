import { auth } from '../contract/auth.ts';
import type { Input, NamedCall, Output } from '../contract/call.ts';
import { type Domain, domain } from '../contract/domain.ts';
import { notification } from '../contract/notification.ts';
import { task } from '../contract/task.ts';
import { wallet } from '../contract/wallet.ts';
import type { TextTree } from '../i18n/bundles.ts';
import type { Namespace } from '../i18n/keys.ts';
import type { Locale } from '../i18n/locales.ts';
import { textsOf as allTexts, translator } from '../i18n/server.ts';
import type { Translate } from '../i18n/translator.ts';
import type { PageData } from '../page.ts';
import { domainByName, listedDomains, newestNotifications } from '../reads.ts';
import { READ_ROWS, type Reader } from './reads.ts';

/** A read that a page carries to its island. */
export interface PageRead {
  call: NamedCall;
  input: unknown;
}
export const read = <C extends NamedCall>(call: C, input: Input<C>): PageRead => ({ call, input });

interface Locals {
  locale: Locale;
  session: { userId: string; expiresAt: number } | null;
  read: Reader;
}

export interface PanelData {
  /** What is put into the page. */
  page: PageData;
  /** The first 200 domains, for the server's own drawing; the page has them among its reads. */
  domains: readonly Domain[] | null;
  /** Notifications that were not read yet. */
  unread: number;
}

/** Texts of every panel page; a page adds those of its feature. */
const shellTexts: readonly Namespace[] = ['common', 'error', 'shell', 'domain', 'notification', 'task'];

const shellReads: readonly PageRead[] = [
  read(auth.profile, {}),
  read(wallet.balance, {}),
  read(domain.list, listedDomains),
  read(notification.list, newestNotifications),
  read(task.list, {}),
];

/**
 * What a panel page carries: texts, who is signed in, and the answers of the shell's reads and its own, at most 200 rows each.
 *
 * @param kept of a navigation inside the panel: the namespaces that the browser has. The shell stays as it is and needs no reads
 */
export async function panelData(
  locals: Locals,
  texts: readonly Namespace[],
  reads: readonly PageRead[],
  kept: ReadonlySet<string> | null = null,
): Promise<PanelData> {
  const at = new Date().toISOString();
  const shell = kept ? [] : shellReads;
  // A page may name a read of the shell; it is made and carried once.
  const all = [...new Map([...shell, ...reads].map((item) => [JSON.stringify([item.call.id, item.input]), item])).values()];
  const answers = await Promise.all(all.map(({ call, input }) => locals.read(call, input)));
  // The first ones are the shell's, in this order.
  const ofShell = kept ? [] : answers;
  const profile = ofShell[0] as Output<typeof auth.profile> | null | undefined;
  const balance = ofShell[1] as Output<typeof wallet.balance> | null | undefined;
  const listed = ofShell[2] as Output<typeof domain.list> | null | undefined;
  const news = ofShell[3] as Output<typeof notification.list> | null | undefined;
  const known = all
    .map(({ call, input }, i) => ({ key: [...call.id, input], data: answers[i] }))
    .filter(({ data }) => data !== null && rows(data) <= READ_ROWS);
  const page: PageData = {
    locale: locals.locale,
    at,
    texts: textsOf(
      locals.locale,
      [...shellTexts, ...texts].filter((name) => !kept?.has(name)),
    ),
    session: locals.session && { userId: locals.session.userId, expiresAt: new Date(locals.session.expiresAt).toISOString() },
    profile: profile?.profile ?? null,
    balance: balance?.balance ?? null,
    reads: known,
  };
  return { page, domains: listed?.domains ?? null, unread: news?.unread ?? 0 };
}

/** The longest list of an answer. */
const rows = (answer: unknown) => Math.max(0, ...Object.values(answer as object).map((value) => (Array.isArray(value) ? value.length : 0))); // answers are objects

/** Texts of some namespaces in one language, with English in the holes: the browser gets no second language. */
export function textsOf(locale: Locale, namespaces: readonly Namespace[]): PageData['texts'] {
  return Object.fromEntries([...new Set(namespaces)].map((name) => [name, fill(allTexts('en')[name], allTexts(locale)[name])]));
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

/**
 * The customer's domain of an address. `undefined`: it could not be asked for in time, and the island asks again;
 * `null`: there is no such domain in the account.
 */
export async function domainOf(locals: Locals, name: string): Promise<Domain | null | undefined> {
  const answer = await locals.read(domain.list, domainByName(name));
  return answer ? (answer.domains.find((item) => item.name === name) ?? null) : undefined;
}

/**
 * What a page of a domain begins with: its texts, the domain's name of the address, and its reads; 404 when the account has none of
 * that name.
 * @param more what is read beside the domain, once it is known
 */
export async function domainPage(
  { locals, params, response }: { locals: Locals; params: Record<string, string | undefined>; response: { status?: number | undefined } },
  more: (domain: Domain) => PageRead[],
): Promise<{ t: Translate; name: string; reads: PageRead[] }> {
  const name = params.domain ?? '';
  const found = await domainOf(locals, name);
  if (found === null) response.status = 404;
  return { t: translator(locals.locale), name, reads: [read(domain.list, domainByName(name)), ...(found ? more(found) : [])] };
}

/** JSON that can stand inside of a script element. */
export const embed = (data: unknown): string =>
  JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
