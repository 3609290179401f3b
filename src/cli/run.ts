import type { Answer, Client } from './client.ts';
import type { Command } from './commands.ts';
import { usage } from './failure.ts';
import { fileToSend, isFile, readObject, saveFile, uploadObject } from './files.ts';
import { type CommonFlags, flagsOf, parseFlags, requireValid } from './flags.ts';
import { listIn, show, showWarnings, type Terminal } from './output.ts';
import { resolveNames } from './references.ts';
import { mayGoOn, startedBy, waitFor } from './wait.ts';

/** Rows that a call returns at once. */
const PAGE = 200;

interface Running {
  client: Client;
  terminal: Terminal;
}

/** The command line of a command, read and checked. */
export function prepare(command: Command, words: readonly string[]) {
  const flags = flagsOf(command);
  return { flags, ...parseFlags(flags, command.input, words) };
}
type Prepared = ReturnType<typeof prepare>;

/**
 * Runs a command that is made from an operation.
 * @throws Failure with the exit code
 */
export async function runCommand(command: Command, { flags, common, fields }: Prepared, { client, terminal }: Running): Promise<void> {
  const { id } = command;
  const input: Record<string, unknown> = { ...(common.input !== undefined && (await readObject(common.input))), ...fields };
  refuseUseless(command, common);
  requireValid(command, flags, input);
  await resolveNames(client, id, input);
  let answer: Answer;
  if (command.body === 'multipart') {
    const file = await fileToSend(common.file ?? '');
    answer = id === 'spaceObject.upload' ? await uploadObject(client, input, file, terminal) : await client.call(command, input, { file });
  } else if (command.method === 'GET') answer = await readPages(client, command, input, common);
  else answer = await client.call(command, input, common.idempotencyKey === undefined ? {} : { key: common.idempotencyKey });

  if (isFile(id) && !common.json) {
    showWarnings(answer, terminal);
    return saveFile(id, answer, common.output, terminal);
  }
  const started = common.wait ? startedBy(id, input, answer) : [];
  // With --json, standard output has the response of the call and nothing else, waited for or not.
  if (common.json) terminal.out(JSON.stringify(answer, null, 2));
  else if (started.length === 0) print(command, answer, common.columns, terminal);
  if (started.length === 0) return;
  const ended = await waitFor(client, started, terminal);
  if (common.json) return;
  // What the answer says besides the items, as a new password.
  const extra = Object.fromEntries(Object.entries(answer).filter(([field, value]) => typeof value !== 'object' && field !== 'taskId'));
  const [item] = ended;
  if (ended.length > 1) print(command, { items: ended }, common.columns, terminal);
  else print(command, item ? { ...extra, item } : { done: true }, common.columns, terminal);
}

/** Shows an answer. After a write, a wrong choice of columns is no failure: the write was done. */
function print(command: Command, answer: Answer, columns: string | undefined, terminal: Terminal): void {
  try {
    show(answer, terminal, columns);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (command.safe) throw usage(error.message);
    terminal.err(error.message);
    show(answer, terminal);
  }
}

/** A flag that has no effect on a command is refused. */
function refuseUseless(command: Command, { file, output, all, limit, idempotencyKey, wait }: CommonFlags): void {
  if (command.body === 'multipart' && file === undefined) throw usage('--file is required.');
  const isPaged = paging(command) !== null;
  const useless = [
    command.body !== 'multipart' && file !== undefined && '--file',
    !isFile(command.id) && output !== undefined && '--output',
    !isPaged && all && '--all',
    !isPaged && limit !== undefined && '--limit',
    !command.money && idempotencyKey !== undefined && '--idempotency-key',
    !wait && !mayGoOn(command.id) && '--no-wait',
  ].find((one) => one !== false);
  if (useless) throw usage(`This command has no ${useless}.`);
}

/** How a list is read in parts; null: it is returned as a whole. */
export function paging({ input }: Command): 'pages' | 'cursor' | null {
  const fields = input.properties ?? {};
  return 'cursor' in fields ? 'cursor' : 'perPage' in fields ? 'pages' : null;
}

/**
 * Reads a list: with --all to its end, with --limit as many. A list with pages is returned whole unless a limit is given; one with a
 * cursor has a first page, and says in `nextCursor` that there is more.
 */
async function readPages(client: Client, command: Command, input: Record<string, unknown>, { all, limit }: CommonFlags): Promise<Answer> {
  const kind = paging(command);
  const wanted = all ? Number.POSITIVE_INFINITY : limit;
  if (kind === null || wanted === undefined || (kind === 'pages' && all)) return client.call(command, input);
  const perPage = Math.min(PAGE, wanted);
  const size = kind === 'pages' ? { perPage } : 'limit' in (command.input.properties ?? {}) ? { limit: perPage } : {};
  let next: Record<string, unknown> = kind === 'pages' ? { page: 1 } : {};
  let whole: { answer: Answer; field: string; rows: unknown[] } | null = null;
  for (;;) {
    const answer: Answer = await client.call(command, { ...input, ...size, ...next });
    const list = listIn(answer);
    if (!list) return answer;
    const rows: unknown[] = [...(whole?.rows ?? []), ...list.rows];
    whole = { answer, field: list.field, rows };
    const cursor = answer.nextCursor;
    const isLast = kind === 'pages' ? list.rows.length < perPage : typeof cursor !== 'string';
    if (rows.length >= wanted || isLast) break;
    next = kind === 'pages' ? { page: Number(next.page) + 1 } : { cursor };
  }
  return { ...whole.answer, [whole.field]: whole.rows.slice(0, wanted) };
}
