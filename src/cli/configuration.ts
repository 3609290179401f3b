import { parseArgs } from 'node:util';
import type { Output } from '../lib/contract/call.ts';
import type { version } from '../lib/contract/cdn/version.ts';
import type { Client } from './client.ts';
import { exits, Failure, usage } from './failure.ts';
import { readObject } from './files.ts';
import { everywhere, parsed } from './flags.ts';
import { plain, type Terminal } from './output.ts';
import { domainId, operationOf } from './references.ts';
import { promptUser } from './session.ts';

type Imported = Output<typeof version.import>;
type Change = Imported['diff'][number];

const options = {
  ...everywhere,
  domain: { type: 'string' },
  base: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'exit-code': { type: 'boolean' },
  'confirm-self-block': { type: 'boolean' },
} as const;

interface Target {
  client: Client;
  terminal: Terminal;
  domainId: string;
  /** Its name, or what the caller calls it. */
  domain: string;
  configuration: Record<string, unknown>;
  file: string;
}

/** The flags of plan and apply. */
export function configurationFlags(words: readonly string[], verb: 'plan' | 'apply') {
  const { values, positionals } = parsed(() => parseArgs({ args: [...words], options, allowPositionals: true, strict: true }));
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw usage(`Name one file: nasim ${verb} FILE`);
  const useless = verb === 'plan' ? (['base', 'yes', 'confirm-self-block'] as const) : (['exit-code'] as const);
  const wrong = useless.find((name) => values[name] !== undefined);
  if (wrong) throw usage(`nasim ${verb} has no --${wrong}.`);
  return { file, ...values };
}
type Flags = ReturnType<typeof configurationFlags>;

async function read(client: Client, terminal: Terminal, { file, domain }: Flags): Promise<Target> {
  const configuration = await readObject(file);
  const name = domain ?? (typeof configuration.domain === 'string' ? configuration.domain : undefined);
  if (name === undefined) throw usage('The file names no domain. Use --domain.');
  return { client, terminal, domainId: await domainId(client, name), domain: name, configuration, file };
}

/** What the file would change now. Repeatable, because it stores nothing. */
async function compare({ client, domainId: id, configuration }: Target): Promise<Imported> {
  const operation = { ...operationOf('version.import'), idempotent: true };
  return (await client.call(operation, { domainId: id, configuration, dryRun: true })) as Imported;
}

/** Prints what would change. @throws Failure when entries of the file are refused */
function showDifference({ diff, total, refused }: Imported, { terminal, domain, file }: Target): void {
  for (const { part, index, name, field, message } of refused)
    terminal.err(
      plain(`${part}${index === null ? '' : `[${index}]`}${name && ` ${name}`}${field === null ? '' : `, ${field}`}: ${message}`),
    );
  if (refused.length > 0)
    throw new Failure(
      exits.refused,
      `${file} can’t be applied to ${domain}: ${refused.length} ${refused.length === 1 ? 'entry is' : 'entries are'} refused.`,
    );
  if (total === 0) {
    terminal.out(`${domain} is as in ${file}.`);
    return;
  }
  for (const line of formatDifference(diff)) terminal.out(line);
  if (total > diff.length) terminal.out(`… and ${total - diff.length} more`);
  const count = (op: Change['op']) => diff.filter((one) => one.op === op).length;
  if (total === diff.length)
    terminal.out(`\n${domain}: ${count('create')} to add, ${count('update')} to change, ${count('delete')} to remove.`);
  else terminal.out(`\n${domain}: ${total} differences.`);
}

const signs = { create: '+', update: '~', delete: '-' } as const;

/** A line for each item, and under it one for each field that changes. */
export function formatDifference(diff: readonly Change[]): string[] {
  return diff.flatMap(({ op, type, name, changes }) => [
    `${signs[op]} ${type} ${plain(name)}`.trimEnd(),
    ...changes.map(({ label, before, after, beforeText, afterText }) => {
      const [from, to] = [formatValue(beforeText ?? before), formatValue(afterText ?? after)];
      return `    ${plain(label)}: ${op === 'create' ? to : op === 'delete' ? from : `${from} → ${to}`}`;
    }),
  ]);
}
const formatValue = (value: unknown): string =>
  value === null || value === '' ? '–' : plain(typeof value === 'string' ? value : JSON.stringify(value));

export async function plan(client: Client, terminal: Terminal, flags: Flags): Promise<void> {
  const target = await read(client, terminal, flags);
  const found = await compare(target);
  if (flags.json) terminal.out(JSON.stringify(found, null, 2));
  showDifference(found, flags.json ? { ...target, terminal: { ...terminal, out: () => {} } } : target);
  if (found.total > 0 && !flags.json) terminal.out(`\nTo apply exactly this:\n  nasim apply ${target.file} --base ${found.base}`);
  if (flags['exit-code'] && found.total > 0) throw new Failure(exits.differs, '');
}

/** Changes the domain as a whole or not at all, and finds out which if the connection is lost. */
export async function apply(client: Client, terminal: Terminal, flags: Flags): Promise<void> {
  const target = await read(client, terminal, flags);
  const { domain, file } = target;
  const found = await compare(target);
  if (flags.base !== undefined && flags.base !== found.base)
    throw new Failure(exits.conflict, `${domain} was changed since the plan. Run “nasim plan ${file}” again.`);
  const quiet = flags.json ? { ...terminal, out: terminal.err } : terminal;
  showDifference(found, { ...target, terminal: quiet });
  if (found.total === 0) {
    if (flags.json) terminal.out(JSON.stringify(found, null, 2));
    return;
  }
  if (!flags.yes) {
    if (!process.stdin.isTTY || file === '-') throw usage('Nobody can be asked here. Use --yes to apply without a question.');
    const reply = await promptUser(`Apply to ${domain}? [y/N] `);
    if (!/^y(es)?$/i.test(reply.trim())) {
      terminal.err('Nothing was changed.');
      process.exitCode = 130;
      return;
    }
  }
  const done = await importOnce(target, found.base, flags['confirm-self-block'] === true);
  if (done.refused.length > 0) showDifference(done, { ...target, terminal: quiet });
  if (flags.json) terminal.out(JSON.stringify(done, null, 2));
  terminal.err(`Applied to ${domain}.${await undoHint(target)}`);
}

/**
 * Imports the file. The call is one transaction on the server, and refused unless the domain is still as `base` says, so it can be
 * sent again when no answer came: it takes effect once at most.
 */
async function importOnce(target: Target, base: string, confirmSelfBlock: boolean): Promise<Imported> {
  const { client, terminal, domainId: id, configuration, domain, file } = target;
  const input = { domainId: id, configuration, base, ...(confirmSelfBlock && { confirmSelfBlock }) };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await client.call(operationOf('version.import'), input)) as Imported;
    } catch (error) {
      if (!(error instanceof Failure) || error.exit !== exits.unavailable) throw error;
      terminal.err(`${error.message}\nChecking whether ${file} was applied …`);
      const now = await compare(target).catch((again: Error) => {
        throw new Failure(
          exits.unavailable,
          `${again.message}\n${domain} has either all of the changes or none. Run “nasim apply ${file}” again: it shows what is left.`,
        );
      });
      if (now.total === 0) return { ...now, done: true };
      if (now.base !== base)
        throw new Failure(exits.conflict, `${domain} was changed by somebody else meanwhile. Run “nasim plan ${file}” again.`);
      terminal.err('It wasn’t: nothing was changed.');
      if (attempt === 2) throw new Failure(exits.unavailable, `Nothing was changed on ${domain}. Run “nasim apply ${file}” again.`);
    }
  }
}

/** The command that undoes what was applied; empty if the states of the domain can’t be read. */
async function undoHint({ client, domainId: id, domain }: Target): Promise<string> {
  try {
    const { versions } = (await client.call(operationOf('version.list'), { domainId: id })) as Output<typeof version.list>;
    const [newest] = versions;
    return newest?.current && !newest.first ? ` To undo it:\n  nasim domain version undo ${domain} ${newest.id}` : '';
  } catch {
    return '';
  }
}
