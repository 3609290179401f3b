import { api, apiFlags } from './api.ts';
import { Client } from './client.ts';
import { type Command, commands } from './commands.ts';
import { complete, completionScript } from './completion.ts';
import { apply, configurationFlags, plan } from './configuration.ts';
import { exits, Failure, usage } from './failure.ts';
import { flagName, flagsOf } from './flags.ts';
import { commandHelp, groupHelp, next, own, ownHelp } from './help.ts';
import { languageOf } from './language.ts';
import { mcp, mcpFlags } from './mcp.ts';
import { plain, type Terminal } from './output.ts';
import { prepare, runCommand } from './run.ts';
import { contextCommand, login, logout, type Surroundings, whoami } from './session.ts';
import { chooseContext } from './settings.ts';
import { version } from './version.ts';

const { env } = process;
const terminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  width: process.stdout.isTTY ? process.stdout.columns : null,
  isInteractive: process.stderr.isTTY === true,
  hasColors: process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
};
const language = languageOf(env);
const surroundings: Surroundings = { env, language, terminal };

function connect(context: string | undefined): Client {
  return new Client(chooseContext(env, context), language, (reason, seconds) => terminal.err(`${reason} Trying again in ${seconds} s …`));
}

/** The command that the words begin with, and the words after it. */
function find(words: readonly string[]): { command: Command; rest: string[] } | null {
  for (let count = Math.min(words.length, 5); count > 0; count--) {
    const command = commands.find(({ name }) => name === words.slice(0, count).join(' '));
    if (command) return { command, rest: words.slice(count) };
  }
  return null;
}

async function main(words: readonly string[]): Promise<void> {
  const [first = '', ...rest] = words;
  if (first === '--version') return terminal.out(version);
  if (first === '__complete') return void complete(rest).forEach(terminal.out);
  const isHelp = rest.includes('--help') || rest.includes('-h');
  if (first === '' || first === 'help' || first === '--help' || first === '-h') return terminal.out(helpFor(rest));
  if (first in own) return isHelp ? terminal.out(helpFor([first])) : runOwn(first as keyof typeof own, rest);
  const found = find(words);
  if (!found || isHelp) return terminal.out(helpFor(words.filter((word) => word !== '--help' && word !== '-h')));
  const { command } = found;
  try {
    const prepared = prepare(command, found.rest);
    await runCommand(command, prepared, { client: connect(prepared.common.context), terminal });
  } catch (error) {
    throw error instanceof Failure && !words.includes('--json') ? withFlags(error, command) : error;
  }
}

async function runOwn(name: keyof typeof own, words: readonly string[]): Promise<void> {
  switch (name) {
    case 'login':
      return login(words, surroundings);
    case 'logout':
      return logout(words, surroundings);
    case 'whoami':
      return whoami(words, surroundings);
    case 'context':
      return contextCommand(words, surroundings);
    case 'plan': {
      const flags = configurationFlags(words, 'plan');
      return plan(connect(flags.context), terminal, flags);
    }
    case 'apply': {
      const flags = configurationFlags(words, 'apply');
      return apply(connect(flags.context), terminal, flags);
    }
    case 'api': {
      const flags = apiFlags(words);
      return api(connect(flags.context), terminal, flags);
    }
    case 'mcp':
      return mcp(connect(mcpFlags(words).context));
    case 'completion':
      return terminal.out(completionScript(words));
    case 'help':
      return terminal.out(helpFor(words));
  }
}

/** @throws Failure when the words name nothing */
function helpFor(words: readonly string[]): string {
  const found = find(words);
  if (found) return commandHelp(found.command);
  const text = words.length === 1 ? (ownHelp(words[0] ?? '') ?? groupHelp(words)) : groupHelp(words);
  if (text !== null) return text;
  let known = 0;
  while (known < words.length && next(words.slice(0, known)).includes(words[known] ?? '')) known++;
  throw usage(
    `There is no command “${words.slice(0, known + 1).join(' ')}”. After “nasim ${words.slice(0, known).join(' ')}” can follow: ${next(words.slice(0, known)).join(', ')}.`,
  );
}

/** The refusals of fields under the names of their flags. */
function withFlags(failure: Failure, command: Command): Failure {
  const { refused } = failure;
  if (!refused?.fields) return failure;
  const flags = flagsOf(command);
  const fields = Object.fromEntries(Object.entries(refused.fields).map(([field, message]) => [flagName(flags, field), message]));
  return new Failure(failure.exit, failure.message, { ...refused, fields });
}

function report(failure: Failure): void {
  const { refused, message } = failure;
  if (message === '') return;
  const fields = Object.values(refused?.fields ?? {});
  // The message of a single field is also that of the refusal.
  if (fields.length !== 1 || fields[0] !== message) terminal.err(message.split('\n').map(plain).join('\n'));
  for (const [field, reason] of Object.entries(refused?.fields ?? {})) terminal.err(`  ${field}: ${plain(reason)}`);
  for (const { list, index, field, message: reason } of refused?.errors ?? [])
    terminal.err(`  ${list}[${index}].${field}: ${plain(reason)}`);
  if (failure.exit === exits.limited && refused?.retryAfter !== undefined) terminal.err(`  Try again in ${refused.retryAfter} s.`);
  if (refused?.requestId) terminal.err(`  Request ${refused.requestId}, ${refused.code}`);
  if (failure.exit === exits.usage) terminal.err('“nasim help” and --help show what is possible.');
}

// A reader like `head` may close the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.refused && process.argv.includes('--json')) terminal.err(JSON.stringify(error.refused, null, 2));
  else report(error);
  process.exitCode = error.exit;
}
