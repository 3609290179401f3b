import type { z } from 'zod';
import type { FileAnswer } from '../../lib/contract/call.ts';
import { toIssue } from '../../lib/contract/issue.ts';
import type { TKey, TParams } from '../../lib/i18n/keys.ts';
import type { Translate } from '../../lib/i18n/translator.ts';
import { databaseFault } from '../db/faults.ts';
import { LogStoreFault } from '../drivers/logs/logs.ts';
import { type ItemFault, Refusal } from '../kernel/refusal.ts';
import { fieldLabel } from './fieldLabel.ts';
import type { Services } from './services.ts';
import { downloadHeaders } from './upload/download.ts';

/** Seconds after which a call may be repeated that the database couldn't take. */
const RETRY_S = 5;

/** The refusal of an invalid input: the message is about the first field, `fields` contains all. */
export function invalid(issues: readonly { field: string; key: TKey; params: TParams }[], items: readonly ItemFault[] = []): Refusal {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of issues) fields[field || 'input'] ??= { key, params };
  return new Refusal(422, 'error:validation', { fields, ...(items.length > 0 && { items }) });
}

/** Errors of list items, by list and position. */
export const itemFaults = (issues: readonly z.core.$ZodIssue[]): ItemFault[] =>
  issues.flatMap((issue) => {
    const [list, index, ...rest] = issue.path;
    if (typeof list !== 'string' || typeof index !== 'number') return [];
    const { key, params } = toIssue(issue);
    return [{ list, index, ...(rest.length > 0 && { field: rest.map(String).join('.') }), key, params }];
  });

/** What the log says about a failed call. `call`: its name; absent: there is no such call. */
interface FailedCall {
  requestId: string;
  call: string | undefined;
  accountId: string | null;
}

/** The response to an error: what a refusal says, in the language of the caller, or the kind of fault of the database or the log store. */
export function failure(error: unknown, services: Services, failed: FailedCall, t: Translate): Response {
  const { requestId, call = '' } = failed;
  if (error instanceof Refusal) {
    const { params, items, fields = items && fieldsOfItems(items), extra, retryAfter } = error.details;
    const messages = fields && Object.fromEntries(Object.entries(fields).map(([name, { key, params }]) => [name, t(key, params)]));
    const [first] = Object.entries(messages ?? {});
    const message =
      error.code === 'error:validation' && first
        ? t('error:validation', { field: fieldLabel(t, call.split('.')[0] ?? '', first[0]), message: first[1] })
        : t(error.code, params);
    const body = {
      ...extra,
      code: error.code,
      message,
      ...(params && { params }),
      ...(messages && { fields: messages }),
      ...(items && { errors: items.map(({ key, params, ...place }) => ({ ...place, code: key, message: t(key, params) })) }),
      ...(retryAfter !== undefined && { retryAfter }),
      requestId,
    };
    return json(error.status, body, requestId, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
  }
  const fault = error instanceof LogStoreFault ? error.kind : databaseFault(error);
  logFault(services, { err: error, ...failed }, fault);
  // Two parallel calls may both find a name available; the unique index accepts one and the other is refused.
  if (fault === 'duplicate') return json(409, { code: 'error:versionConflict', message: t('error:versionConflict'), requestId }, requestId);
  if (fault === 'readOnly') return json(503, { code: 'error:readOnly', message: t('error:readOnly'), requestId }, requestId);
  const soon = { 'retry-after': String(RETRY_S) };
  if (fault === 'unavailable') return json(503, { code: 'error:unavailable', message: t('error:unavailable'), requestId }, requestId, soon);
  if (fault === 'busy')
    return json(
      503,
      { code: 'error:busy', message: t('error:busy', { seconds: RETRY_S }), retryAfter: RETRY_S, requestId },
      requestId,
      soon,
    );
  return json(500, { code: 'error:server', message: t('error:server'), requestId }, requestId);
}

/** Only a mistake in the program, or a database that is gone or full, needs an operator. */
function logFault({ log }: Services, entry: object, fault: ReturnType<typeof databaseFault>): void {
  if (fault === 'duplicate') log.debug(entry, 'two calls added the same; one was refused');
  else if (fault === 'busy') log.warn(entry, 'database was too busy for an API call');
  else log.error(entry, 'API call failed');
}

/** Proxies must not buffer, cache or compress events. */
export const events = (stream: ReadableStream, requestId: string): Response =>
  new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    },
  });

/** A file that a call returns. */
export const fileResponse = ({ body, ...file }: FileAnswer, requestId: string): Response =>
  new Response(body, { headers: { ...downloadHeaders(file), 'x-request-id': requestId } });

function fieldsOfItems(items: readonly ItemFault[]): Record<string, { key: TKey; params: TParams }> {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { list, index, field, key, params = {} } of items)
    fields[[list, index, field].filter((part) => part !== undefined).join('.')] ??= { key, params };
  return fields;
}

export const json = (status: number, body: unknown, requestId: string, headers: Record<string, string> = {}): Response =>
  respond(status, JSON.stringify(body), requestId, headers);

/** A response whose text needn't be read from a stream: pages read many in the same process. */
class TextResponse extends Response {
  readonly #text: string;
  constructor(text: string, init: ResponseInit) {
    super(text, init);
    this.#text = text;
  }
  override async text() {
    return this.#text;
  }
  override async json() {
    return JSON.parse(this.#text);
  }
}

export const respond = (status: number, text: string, requestId: string, headers: Record<string, string> = {}): Response =>
  new TextResponse(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': requestId, ...headers },
  });
