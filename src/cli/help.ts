import type { Command } from './commands.ts';
import { commands } from './commands.ts';
import { isFile } from './files.ts';
import { argumentsOf, type Flag, flagsOf } from './flags.ts';
import { acceptsName } from './references.ts';
import { paging } from './run.ts';
import { isNullable, kindOf } from './values.ts';
import { mayGoOn } from './wait.ts';

/** Commands that aren’t made from the contract, with what they do. */
export const own = {
  login: 'Sign in with an API key',
  logout: 'Forget the stored key',
  whoami: 'Show the key and what it may do',
  context: 'List or choose accounts: context list, context use NAME',
  plan: 'Show what a configuration file would change on a domain',
  apply: 'Change a domain to a configuration file, as a whole or not at all',
  api: 'Call a path of the API',
  mcp: 'Connect an AI agent: tools of the portal over standard input and output',
  completion: 'Print the completion for bash or zsh',
  help: 'Show help; also: help exit-codes, help environment',
} as const;

const usages: Readonly<Record<string, string>> = {
  login: `nasim login --url URL [--context NAME]

Stores the key of an account, after it was verified. The key is read from the terminal without showing
it, or from standard input. Create one in the panel under Account > API keys.

  --url URL         address of the panel; default: NASIM_URL
  --context NAME    name of the account for --context; default: the host of the URL

Examples:
  nasim login --url https://panel.example.com
  nasim login --url https://panel.example.com --context shop < key.txt`,
  logout: `nasim logout [--context NAME]

Removes the stored key from this computer. It stays valid until it is deleted in the panel.`,
  whoami: `nasim whoami [--json]

Shows the portal, the key, its access by area, and when it expires.`,
  context: `nasim context list
nasim context use NAME`,
  mcp: `nasim mcp [--context NAME]

Speaks the Model Context Protocol on standard input and output, for an AI agent on this computer. The tools
are those of the portal, as far as the key has access. Tools propose changes; you approve them in the panel.

Example, in the configuration of an agent:
  { "mcpServers": { "nasim": { "command": "nasim", "args": ["mcp"] } } }`,
  plan: `nasim plan FILE [--domain NAME] [--exit-code] [--json]

Shows what “nasim apply” would change, and changes nothing. FILE is a configuration as “nasim domain
version export” writes it; - is standard input. Parts that the file leaves out stay as they are.

  --domain NAME    the domain; default: the one in the file
  --exit-code      exit with 10 if the domain differs from the file
  --json           the response of the server

Examples:
  nasim domain version export shop.example --output shop.json
  nasim plan shop.json`,
  apply: `nasim apply FILE [--domain NAME] [--base BASE] [--yes] [--confirm-self-block] [--json]

Shows what would change, asks, and changes the domain in one step: everything, or nothing. It is refused
if the domain was changed after the difference was shown.

  --domain NAME           the domain; default: the one in the file
  --base BASE             of “nasim plan”: refuse if the domain was changed since
  --yes                   don’t ask
  --confirm-self-block    also if a firewall rule would block your own address

Examples:
  nasim apply shop.json
  nasim apply shop.json --yes --base 5c1f…`,
  api: `nasim api METHOD PATH [-f FIELD=TEXT]… [-F FIELD=JSON]… [--input FILE]

Sends a call and prints the response as it is. Fields go into the query of GET and into the body of POST.
nasim api GET /openapi.json lists all calls.

Examples:
  nasim api GET /domain/list -f name=shop.example
  nasim api POST /domain/cache/delete -f domainId=0193… -f scope=all
  nasim api POST /version/import --input body.json`,
  completion: `nasim completion bash|zsh

Examples:
  source <(nasim completion bash)
  nasim completion zsh > "\${fpath[1]}/_nasim"`,
  'exit-codes': `Exit codes
  0   done
  1   refused by the server: a value, the plan, the balance
  2   wrong usage; nothing was sent
  3   not signed in, or the key may not do it
  4   not found
  5   conflict: the state doesn’t allow it, it exists already, or it was changed since
  6   too many requests, also after waiting
  7   no answer, or the server is unavailable
  8   the work was started and failed
  10  “nasim plan --exit-code”: the domain differs from the file
  130 interrupted, or not confirmed`,
  environment: `Environment
  NASIM_URL, NASIM_KEY   portal and key, instead of a stored sign-in; NASIM_TOKEN is read as well
  NASIM_CONTEXT          the account to use, as --context
  LC_ALL, LC_MESSAGES, LANG
                         language of the server’s messages: en, fa, ar, es. Help is in English.
  NO_COLOR               no bold text
  XDG_CONFIG_HOME        nasim/config.json in it has the keys, readable by you only; default: ~/.config`,
};

/** The flags of every command made from the contract. */
function commonFlagHelp(command: Command): [string, string][] {
  const isPaged = paging(command);
  return [
    ...(command.body === 'multipart' ? [['--file PATH', 'required; the file to send; -: standard input'] as [string, string]] : []),
    ...(isFile(command.id) ? [['--output PATH', 'save to a file; default: standard output'] as [string, string]] : []),
    ...(isPaged ? [['--limit N', 'at most so many'] as [string, string]] : []),
    ...(isPaged === 'cursor' ? [['--all', 'to the end of the list'] as [string, string]] : []),
    ...(command.body === 'json' ? [['--input FILE', 'fields as JSON; -: standard input. Flags take precedence'] as [string, string]] : []),
    ...(command.money ? [['--idempotency-key KEY', 'the same key has the same effect once; default: a new one'] as [string, string]] : []),
    ...(!mayGoOn(command.id) ? [] : [['--no-wait', 'don’t wait for work that goes on after the response'] as [string, string]]),
    ['--columns A,B', 'fields to show'],
    ['--json', 'the response of the server'],
    ['--context NAME', 'the account to use'],
  ];
}

const argumentName = ({ name }: Flag) => name.toUpperCase().replace(/-/g, '_');

export function commandHelp(command: Command): string {
  const flags = flagsOf(command);
  const positional = argumentsOf(flags);
  const { input } = command;
  const own: [string, string][] = flags.map((flag) => {
    const { name, schema, isRequired, isSwitch, field } = flag;
    const kind = isSwitch ? '' : ` ${acceptsName(command.id, field) ? 'name|id' : /Ids?$/.test(field) ? 'id' : kindOf(schema, input)}`;
    const about = [
      isRequired && 'required',
      flag.item && 'may be given several times',
      isNullable(schema, input) && 'null: none',
      schema.default !== undefined &&
        schema.default !== '' &&
        !isSwitch &&
        `default: ${typeof schema.default === 'string' ? schema.default : JSON.stringify(schema.default)}`,
    ].filter(Boolean);
    return [`--${name}${isSwitch ? `, --no-${name}` : kind}`, [about.join('; '), schema.description].filter(Boolean).join('. ')];
  });
  const required = flags
    .filter(({ isRequired, isArgument }) => isRequired && !isArgument)
    .map(({ name, schema, isSwitch }) =>
      isSwitch ? `--${name}` : `--${name} ${kindOf(schema, input).length < 30 ? kindOf(schema, input) : 'VALUE'}`,
    );
  const words = [
    `nasim ${command.name}`,
    ...positional.map(argumentName),
    ...required,
    ...(command.body === 'multipart' ? ['--file PATH'] : []),
    '[flags]',
  ];
  const access = command.area ? `\nNeeds ${command.safe ? 'read' : 'write'} access of the key to the area ${command.area}.` : '';
  return `${command.summary}.

Usage: ${words.join(' ')}
${positional.length > 0 ? `Arguments can also be given as flags.\n` : ''}
${listed([...own, ...(own.length > 0 ? [['', ''] as [string, string]] : []), ...commonFlagHelp(command)])}

Example:
  ${exampleOf(command, flags)}
${access}
API: ${command.method} /api${command.path}`;
}

/** The example of the contract as a command line. */
export function exampleOf(command: Command, flags: readonly Flag[]): string {
  const example = command.example as Record<string, unknown>; // an object, as every input
  const positional = argumentsOf(flags).filter(({ field }) => field in example);
  const words = positional.map(({ field }) => quoted(String(example[field])));
  for (const flag of flags) {
    const value = example[flag.field];
    if (value === undefined || value === null || positional.includes(flag)) continue;
    if (flag.isSwitch) words.push(value === true || value === 'true' ? `--${flag.name}` : `--no-${flag.name}`);
    else if (flag.item && Array.isArray(value)) words.push(...value.map((one) => `--${flag.name} ${quoted(String(one))}`));
    else words.push(`--${flag.name} ${quoted(typeof value === 'object' ? JSON.stringify(value) : String(value))}`);
  }
  if (command.body === 'multipart') words.push('--file PATH');
  return ['nasim', command.name, ...words].join(' ');
}

const quoted = (text: string) => (/^[\w./:@,+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Two columns, the second one wrapped at the width of a terminal. */
function listed(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(30, Math.max(...rows.map(([name]) => name.length)));
  return rows
    .map(([name, text]) => {
      const lines = wrapped(text, 96 - width);
      const head = name.length > width ? `  ${name}\n${' '.repeat(width + 4)}` : `  ${name.padEnd(width)}  `;
      return `${head}${lines.join(`\n${' '.repeat(width + 4)}`)}`.trimEnd();
    })
    .join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

/** The words that may follow some words of a command. */
export function next(words: readonly string[]): string[] {
  const prefix = words.length > 0 ? `${words.join(' ')} ` : '';
  const found = commands.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(prefix.length).split(' ')[0] ?? '');
  return [...new Set(words.length === 0 ? [...found, ...Object.keys(own)] : found)].sort();
}

/** Help for words that name no single command; null: nothing begins with them. */
export function groupHelp(words: readonly string[]): string | null {
  if (words.length === 0) return rootHelp();
  const found = commands.filter(({ name }) => name.startsWith(`${words.join(' ')} `));
  if (found.length === 0) return null;
  const rows = found.map(({ name, summary }) => [name, summary] as const);
  return `Usage: nasim ${words.join(' ')} COMMAND\n\n${listed(rows)}\n\n“nasim COMMAND --help” shows flags and an example.`;
}

function rootHelp(): string {
  const areas = next([]).filter((word) => !(word in own));
  const rows = areas.map((area) => {
    const items = next([area]);
    return [area, items.join(', ')] as const;
  });
  return `nasim: the command line of the customer portal

Usage: nasim AREA THING VERB [arguments] [flags]

${listed(rows)}

${listed(Object.entries(own))}

Examples:
  nasim login --url https://panel.example.com
  nasim domain list
  nasim domain dns create shop.example --name www --type A --content 203.0.113.10 --proxy
  nasim domain cache purge shop.example --scope all
  nasim server reboot web-1

“nasim AREA --help” lists commands. Help is in English; the server answers in the language of LANG.`;
}

/** The help of one of the own commands, or of a topic; null: there is none. */
export const ownHelp = (word: string): string | null => usages[word] ?? null;
