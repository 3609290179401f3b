import { auth } from '../contract/auth.ts';
import type { Input, NamedCall, Output } from '../contract/call.ts';
import { type Domain, domain } from '../contract/domain.ts';
import { wallet } from '../contract/wallet.ts';
import type { TextTree } from '../i18n/bundles.ts';
import type { Namespace } from '../i18n/keys.ts';
import type { Locale } from '../i18n/locales.ts';
import { textsOf as allTexts } from '../i18n/server.ts';
import type { PageData } from '../page.ts';
import { domainByName, listedDomains } from '../reads.ts';
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
}

/** Texts of every panel page; a page adds those of its feature. */
const shellTexts: readonly Namespace[] = ['common', 'error', 'shell', 'domain'];

/** What a panel page carries: texts, who is signed in, and the answers of the shell's reads and its own, at most 200 rows each. */
export async function panelData(locals: Locals, texts: readonly Namespace[], reads: readonly PageRead[]): Promise<PanelData> {
  const shell = [read(auth.profile, {}), read(wallet.balance, {}), read(domain.list, listedDomains)];
  // A page may name a read of the shell; it is made and carried once.
  const all = [...new Map([...shell, ...reads].map((item) => [JSON.stringify([item.call.id, item.input]), item])).values()];
  const answers = await Promise.all(all.map(({ call, input }) => locals.read(call, input)));
  // The first three are the shell's, in this order.
  const profile = answers[0] as Output<typeof auth.profile> | null;
  const balance = answers[1] as Output<typeof wallet.balance> | null;
  const listed = answers[2] as Output<typeof domain.list> | null;
  const known = all
    .map(({ call, input }, i) => ({ key: [...call.id, input], data: answers[i] }))
    .filter(({ data }) => data !== null && rows(data) <= READ_ROWS);
  const page: PageData = {
    locale: locals.locale,
    texts: textsOf(locals.locale, [...shellTexts, ...texts]),
    session: locals.session && { userId: locals.session.userId, expiresAt: new Date(locals.session.expiresAt).toISOString() },
    profile: profile?.profile ?? null,
    balance: balance?.balance ?? null,
    reads: known,
  };
  return { page, domains: listed?.domains ?? null };
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

/** JSON that can stand inside of a script element. */
export const embed = (data: unknown): string =>
  JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/\u2028|\u2029/g, (c) => (c === '\u2028' ? '\\u2028' : '\\u2029'));
