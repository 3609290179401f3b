import { parseArgs } from 'node:util';
import type { Operation, Schema } from '../lib/contract/operations.ts';
import { usage } from './failure.ts';
import { kebab } from './names.ts';
import { faults, isSwitch, listItem, toValue } from './values.ts';

/** A flag of a command that is a field of its input. */
export interface Flag {
  /** Without the dashes. */
  name: string;
  /** The field. */
  field: string;
  schema: Schema;
  isRequired: boolean;
  isSwitch: boolean;
  /** The schema of an item, if it can be given several times. */
  item: Schema | null;
  /** It can be given without its name, in the order of `argumentsOf`. */
  isArgument: boolean;
}

/** Flags that every command made from an operation has, besides its own. */
export interface CommonFlags {
  json: boolean;
  columns?: string;
  context?: string;
  help: boolean;
  input?: string;
  file?: string;
  output?: string;
  all: boolean;
  limit?: number;
  wait: boolean;
  idempotencyKey?: string;
}
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
export const everywhere = { context: text, help: { type: 'boolean', short: 'h' }, json: flag } as const;
const common = {
  ...everywhere,
  columns: text,
  input: text,
  file: text,
  output: text,
  all: flag,
  limit: text,
  'no-wait': flag,
  'idempotency-key': text,
} as const;

/** Names of fields that other flags have already. */
const renamed: Readonly<Record<string, string>> = { all: 'unfiltered', pathId: 'page-rule' };
/** Fields that `--all` and `--limit` set. */
const ofPages: ReadonlySet<string> = new Set(['page', 'perPage', 'cursor', 'limit']);
/** Fields that the upload of a file sets. */
const ofUpload: ReadonlySet<string> = new Set([
  'spaceObject.upload size',
  'spaceObject.upload offset',
  'spaceObject.upload uploadId',
  'zone.import usage',
]);
/** Fields that name what a command is about, besides IDs. */
const keys: ReadonlySet<string> = new Set(['spaceObject', 'spaceVersion']);

/** A flag for every field that the command line can set. */
export function flagsOf({ id, input }: Operation): Flag[] {
  const [group = ''] = id.split('.');
  const flags = Object.entries(input.properties ?? {})
    .filter(([field]) => !ofPages.has(field) && !ofUpload.has(`${id} ${field}`))
    .map(([field, schema]): Flag => {
      const isRequired = input.required?.includes(field) ?? false;
      return {
        name: renamed[field] ?? kebab(field.replace(/Id(s?)$/, '$1')),
        field,
        schema,
        isRequired,
        isSwitch: isSwitch(schema, input),
        item: listItem(schema, input),
        isArgument: isRequired && (/Id$/.test(field) || (field === 'key' && keys.has(group))),
      };
    });
  const rank = ({ field }: Flag) => ['domainId', 'spaceId'].indexOf(field);
  return flags.sort((a, b) => Number(b.isArgument) - Number(a.isArgument) || (a.isArgument && b.isArgument ? rank(b) - rank(a) : 0));
}

/** The fields that can be given without a flag, in their order. */
export const argumentsOf = (flags: readonly Flag[]): Flag[] => flags.filter(({ isArgument }) => isArgument);

interface Parsed {
  common: CommonFlags;
  /** Fields that were given, as values of their schemas. */
  fields: Record<string, unknown>;
}

/**
 * The flags and arguments of a command.
 * @throws Failure when one is unknown, or has a value that its field can't have
 */
export function parseFlags(flags: readonly Flag[], root: Schema, words: readonly string[]): Parsed {
  const own: Record<string, { type: 'string'; multiple: boolean } | { type: 'boolean' }> = {};
  for (const { name, isSwitch: hasOpposite, item } of flags) {
    own[name] = hasOpposite ? flag : { type: 'string', multiple: item !== null };
    if (hasOpposite) own[`no-${name}`] = flag;
  }
  const known = { ...own, ...common };
  const { values, positionals } = parsed(() =>
    parseArgs({ args: joined(words, known), options: known, allowPositionals: true, strict: true }),
  );
  const received = values as Record<string, string | boolean | string[] | undefined>; // the options are those of an operation
  const fields: Record<string, unknown> = {};
  for (const one of flags) {
    const { name, field, item, schema } = one;
    const value = received[name];
    if (one.isSwitch) {
      if (value !== undefined && received[`no-${name}`] !== undefined) throw usage(`--${name} and --no-${name} exclude each other.`);
      if (value !== undefined || received[`no-${name}`] !== undefined) fields[field] = asSwitch(value === true, schema);
    } else if (Array.isArray(value)) fields[field] = value.map((each) => convert(name, each, item ?? {}, root));
    else if (value !== undefined) fields[field] = convert(name, String(value), schema, root);
  }
  const open = argumentsOf(flags).filter(({ field }) => !(field in fields));
  for (const [index, word] of positionals.entries()) {
    const next = open[index];
    if (!next) throw usage(`“${word}” is one argument too many.`);
    fields[next.field] = convert(next.name, word, next.schema, root);
  }
  return { fields, common: commonFlags(received) };
}

/** Values that begin with a dash, such as a PEM block, are joined to their flag, because `parseArgs` takes them for flags. */
function joined(words: readonly string[], known: Readonly<Record<string, { type: string }>>): string[] {
  const isFlag = (word: string) =>
    word === '-h' || (word.startsWith('--') && (word === '--' || (word.slice(2).split('=')[0] ?? '') in known));
  const result: string[] = [];
  for (const word of words) {
    const flagBefore = result.at(-1) ?? '';
    const needsValue = flagBefore.startsWith('--') && known[flagBefore.slice(2)]?.type === 'string';
    if (needsValue && word.length > 1 && word.startsWith('-') && !isFlag(word)) result[result.length - 1] = `${flagBefore}=${word}`;
    else result.push(word);
  }
  return result;
}

function commonFlags(received: Readonly<Record<string, unknown>>): CommonFlags {
  const one = (name: string) => (typeof received[name] === 'string' ? received[name] : undefined);
  const [columns, context, input, file, output, idempotencyKey, limit] = [
    'columns',
    'context',
    'input',
    'file',
    'output',
    'idempotency-key',
    'limit',
  ].map(one);
  if (limit !== undefined && !/^[1-9]\d{0,6}$/.test(limit)) throw usage('--limit must be a number from 1.');
  return {
    json: received.json === true,
    help: received.help === true,
    all: received.all === true,
    wait: received['no-wait'] !== true,
    ...(columns !== undefined && { columns }),
    ...(context !== undefined && { context }),
    ...(input !== undefined && { input }),
    ...(file !== undefined && { file }),
    ...(output !== undefined && { output }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(limit !== undefined && { limit: Number(limit) }),
  };
}

/** Runs `parseArgs`, whose errors are about the command line. */
export function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')) throw error;
    throw usage((error as Error).message.replace(/\. To specify a positional argument starting with a '-'.*$/s, '.'));
  }
}

/** A switch of a query is a text. */
const asSwitch = (value: boolean, schema: Schema): unknown => (schema.type === 'string' ? String(value) : value);

function convert(name: string, value: string, schema: Schema, root: Schema): unknown {
  try {
    return toValue(value, schema, root);
  } catch (error) {
    if (error instanceof RangeError) throw usage(`--${name} ${error.message}.`);
    throw error;
  }
}

/** The flag of a field, with the dashes; a field inside of one has its path. */
export function flagName(flags: readonly Flag[], field: string): string {
  const [top = '', ...inside] = field.split('.');
  const own = flags.find((one) => one.field === top);
  return own ? [`--${own.name}`, ...inside].join('.') : field;
}

/** @throws Failure which lists what is wrong with the input */
export function requireValid(operation: Operation, flags: readonly Flag[], input: Readonly<Record<string, unknown>>): void {
  const found = faults(input, operation.input, operation.input);
  if (found.length > 0) throw usage(found.map(({ field, reason }) => `${flagName(flags, field) || 'The input'} ${reason}.`).join('\n'));
}
