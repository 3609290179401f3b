import { z } from 'zod';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import { writtenText } from '../../src/lib/contract/openapi.ts';
import type { TKey } from '../../src/lib/i18n/keys.ts';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { EventReader } from '../support/events.ts';
import type { Answer } from './client.ts';

/** What is wrong with a response, in one sentence; undefined: nothing. */
export type Fault = string | undefined;

/** The envelope of refusals (docs/product.md, Calls and errors). */
const Refusal = z.object({
  code: z.string(),
  message: z.string().min(1),
  requestId: z.string().min(1),
  fields: z.record(z.string(), z.string().min(1)).optional(),
  errors: z.array(z.object({ list: z.string(), index: z.int(), code: z.string(), message: z.string() })).optional(),
  retryAfter: z.int().optional(),
});

const excerpt = ({ status, text }: Answer) => `${status} ${text.slice(0, 160)}`;
const describeIssue = ({ path, message }: z.core.$ZodIssue) => `${path.map(String).join('.') || 'the body'}: ${message}`;
const isJson = ({ headers }: Answer) => headers.get('content-type')?.startsWith('application/json') === true;
const arabicLetters = /[\u0600-\u06ff]/;

/** Whether a text may be of a language, by its letters. */
const mayBe = (locale: Locale, text: string) => (locale === 'fa' || locale === 'ar') === arabicLetters.test(text);

interface Expected {
  /** Any of these. */
  status: readonly number[];
  /** Codes that mean this refusal; absent: any key of the texts. */
  codes?: readonly string[];
  /** Fields that must have a message. */
  fields?: readonly string[];
  locale?: Locale;
}

/** Checks a refusal: its status, its envelope, its code, and the letters of its message. */
export function checkRefusal(answer: Answer, { status, codes, fields, locale = 'en' }: Expected): Fault {
  if (!status.includes(answer.status)) return `expected ${status.join(' or ')}, received ${excerpt(answer)}`;
  if (!isJson(answer)) return `the refusal isn’t JSON: ${excerpt(answer)}`;
  const parsed = Refusal.safeParse(answer.body);
  if (!parsed.success) return `the envelope is wrong: ${parsed.error.issues.map(describeIssue).join('; ')}`;
  const { code, message, fields: named = {} } = parsed.data;
  // A key of the texts has a text that differs from it.
  if (writtenText(code as TKey, 'en') === code) return `\`${code}\` isn’t a code of the contract`;
  if (codes && !codes.includes(code)) return `expected the code ${codes.join(' or ')}, received \`${code}\``;
  if (/\{\{\w+\}\}/.test(message)) return `the message has a placeholder: ${message}`;
  if (!mayBe(locale, message)) return `the message isn’t in the language of Accept-Language, ${locale}: ${message}`;
  const unnamed = (fields ?? []).filter((field) => !Object.keys(named).some((name) => name === field || name.startsWith(`${field}.`)));
  if (unnamed.length > 0) return `\`fields\` has no message for ${unnamed.join(', ')}`;
  return undefined;
}

/** Checks that refusals of the same request differ by language. @param refused by language, in the order of `locales` */
export function checkLanguages(refused: readonly Answer[], expected: Expected): Fault {
  for (const [index, answer] of refused.entries()) {
    const locale = locales[index] ?? 'en';
    const fault = checkRefusal(answer, { ...expected, locale });
    if (fault) return fault;
  }
  const messages = refused.map(({ body }) => (body as { message: string }).message);
  return new Set(messages).size < locales.length ? `messages of two languages are the same: ${messages.join(' / ')}` : undefined;
}

/** Checks the response to a call that should succeed, against the contract's output. */
export function checkSuccess(call: NamedCall, answer: Answer): Fault {
  if (answer.status !== 200) return `expected 200, received ${excerpt(answer)}`;
  if (!isJson(answer)) return `the response isn’t JSON: ${answer.headers.get('content-type') ?? 'no content-type'}`;
  const parsed = call.output.safeParse(answer.body);
  return parsed.success ? undefined : `the output is wrong: ${parsed.error.issues.slice(0, 3).map(describeIssue).join('; ')}`;
}

/** Checks a file: it is saved, never displayed, and as long as it says. */
export async function checkFile(response: Response): Promise<Fault> {
  const type = response.headers.get('content-type');
  const size = response.headers.get('content-length');
  const disposition = response.headers.get('content-disposition') ?? '';
  const bytes = await response.arrayBuffer();
  if (response.status !== 200) return `expected 200, received ${response.status} ${Buffer.from(bytes).toString().slice(0, 160)}`;
  if (!/^attachment;.*filename/.test(disposition)) return `content-disposition isn’t an attachment with a filename: \`${disposition}\``;
  if (!type) return 'the file has no content-type';
  if (bytes.byteLength === 0) return 'the file is empty';
  return size !== null && Number(size) !== bytes.byteLength
    ? `content-length is ${size}, the file has ${bytes.byteLength} bytes`
    : undefined;
}

/** Checks the first event of a stream. */
export async function checkStream(call: NamedCall, response: Response): Promise<Fault> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return `expected 200 and text/event-stream, received ${response.status} and \`${type}\``;
  }
  await using reader = new EventReader(response);
  const event = await reader.next().catch((error: Error) => error);
  if (event instanceof Error) return `${event.message}: a stream starts with an event`;
  if (!event) return 'the stream ended at once';
  const schema = call.events?.[event.name];
  if (!schema) return `\`${event.name}\` isn’t an event of the contract`;
  const parsed = schema.safeParse(event.data);
  return parsed.success ? undefined : `\`data\` of ${event.name} is wrong: ${parsed.error.issues.map(describeIssue).join('; ')}`;
}
