import { type Command, eachPosition, type Opener, readCommand } from './commands.ts';
import { type CommandKind, commands, interpreters, isCommandParameter, runners } from './words.ts';

/** How a value has a command. `injected`: behind something else. `disguised`: as only somebody writes who hides it. `whole`: it is one. */
export type ShellShape = 'injected' | 'disguised' | 'whole';
export interface ShellFinding {
  shape: ShellShape;
  text: string;
}

const known = (name: string): boolean => commands.has(name);

/** What options, paths, files, addresses, variables, patterns and redirections begin with or contain. */
const firstArgument =
  /^[ \t]{0,20}(?:--?[a-z?#]|-$|[/~.*$%<>'"`{\\!+]|\d|<<<|[^\s;|&,()]{0,80}(?:[/\\=@*[\]~]|\.[a-z]{1,5}(?:[\s;|&)'"`]|$)|:[\d/\\]|\$))/;
/** Of names that are also words: digits and quotes follow words, too. */
const clearArgument =
  /^[ \t]{1,20}(?:--?[a-z?](?:[a-z\d=-]{0,30})(?:\s|$|[;|&`'"])|\/[^\s]{0,80}|[a-z]:\\|~?\/|\.{1,2}\/|[*?]|\$[a-z{(@*\d]|%[a-z]|<|>|\\|(?:[^\s;|&,()]{0,60}[\w?*[\]]\/[\w?*[\]])|[\w-]{1,40}\.(?:txt|php|sh|log|conf|cfg|ini|py|pl|jpg|html?|gz|bak|sql|js|exe|bat|ps1|key|pem|env)\b)/;
const alone = /^[ \t]{0,20}(?:$|[;|&)`#\n\r>]|['"]+\s*(?:$|[;|&)`#]))/;
/** Later words of a call: `tar czf /tmp/x`, `git clone https://…`. */
const laterArgument = /^(?:[ \t]{1,5}[\w.+-]{1,30}){1,3}[ \t]{1,5}(?:--?[a-z]|[/~$<>'"|]|[\w.-]{0,40}(?:\/|:\/\/|\.[a-z]{2,4}(?:\s|$)))/;
const isNumbered: ReadonlySet<string> = new Set(['sleep', 'timeout', 'kill', 'killall', 'shutdown', 'echo', 'exit', 'wait']);

/** What a shell reads of a command is judged up to here. */
const maxJudged = 300;
const isSetting: ReadonlySet<string> = new Set(['alias', 'export', 'declare', 'set']);

const separator: ReadonlySet<string | undefined> = new Set([undefined, ';', '|', '&', ')', '\n', '\r']);

function hasArguments(kind: CommandKind, { word, rest }: Command): boolean {
  if (separator.has(rest[0])) return false;
  if (rest.startsWith('<<<')) return true;
  if (isSetting.has(word) && /^[ \t]{1,9}\w{1,30}=/.test(rest)) return true;
  if (kind === 'tool' || kind === 'alone') return firstArgument.test(rest) || laterArgument.test(rest);
  if (clearArgument.test(rest)) return true;
  if (isNumbered.has(word) && /^[ \t]{1,5}(?:\d{1,6}(?:\s|$|[;|&`)'"])|['"`$])/.test(rest)) return true;
  return kind === 'weak' && /^[ \t]{1,5}-[a-z]/.test(rest);
}

/** A list of plain words, as of fields or tags: `name;id;title`. */
const wordList = /^[\w ]{0,40}(?:[;|,&][\w ]{1,40}){2,30}[;|,]?$/;
/** Words of a shell that a group may follow directly. */
const grouped: ReadonlySet<string> = new Set(['if', 'while', 'until', 'time', 'then', 'do', 'else']);

/** Follows the commands that run another one: `sudo -u x time sh`. */
function innermost(text: string, from: number, opener: Opener): { command: Command; isWrapped: boolean } | null {
  let command = readCommand(text, from, opener, known);
  let isWrapped = false;
  for (let depth = 0; command && depth < 4; depth++) {
    // `exec('ls')` is a call, `time(ls)` runs a command.
    if (text[command.end] === '(' && !grouped.has(command.word)) break;
    const isAssignment = command.word.includes('=') && /^[a-z_]\w{0,30}=/.test(command.word) && !command.hasFolder;
    if (!isAssignment && !runners.has(command.word)) break;
    const skip = /^(?:[ \t]{1,5}(?:-[a-z-]{1,20}|\d{1,6}[smh]?))*[ \t]{0,5}/.exec(command.rest)?.[0].length ?? 0;
    const next = readCommand(text, command.end + skip, opener, known);
    if (!next || (!known(next.word) && !runners.has(next.word))) break;
    isWrapped = !isAssignment;
    command = next;
  }
  return command && { command, isWrapped };
}

/** Of a call in a programming language and of a tag: a shell refuses the line, since an unquoted parenthesis begins no argument. */
function isRefused(rest: string): boolean {
  const [call] = /^(?:[^\n\r;|&"'`(\\]|\\.|"[^"\n]*"|'[^'\n]*')*/.exec(rest) ?? [''];
  // Behind the value's end, the application may add a name of a file.
  return (rest[call.length] === '(' && /^$|[\w)]$/.test(call)) || (rest[call.length] === '\n' && /[<>][ \t]*$/.test(call));
}
/** Whether a substitution prints the name of the command that the shell then runs: `a; $(echo id)`. @param start of the substitution */
const printsCommand = (text: string, start: number, word: string, rest: string): boolean =>
  (word === 'echo' || word === 'printf') &&
  /^[ \t]{1,5}\S/.test(rest) &&
  /(?:^|[;|&\n(`])[ \t]{0,5}$/.test(text.slice(Math.max(0, start - 8), start));
/** Programs that only select or sort what they read. */
const filters: ReadonlySet<string> = new Set(
  'grep egrep fgrep head tail sort uniq wc cut tr column less more jq nl rev fold fmt'.split(' '),
);
/** Options and words, up to the next separator: neither a file nor a substitution. */
const plainArguments = /^(?:[ \t]{1,5}[\p{L}\p{N}_"':.=,-]{1,40}){0,12}\s*(?:$|[\n\r;|`)])/u;

/** A separator and a name: all that the value is. */
const onlyCommand = /^\s{0,9}['"]?[;|&]{1,2}\s{0,9}['"]?[\w./-]{1,30}\W{0,5}$/;

const builtins: ReadonlySet<string> = new Set(
  'alias declare eval exec export popd printf pushd set source trap ulimit umask unset'.split(' '),
);
/** Whether a separator follows a single token, as in `127.0.0.1;docker ps`: in a sentence, words come before it. */
const isBehindToken = (text: string, from: number): boolean =>
  from <= 60 && !/\s/.test(text.slice(0, from).trim()) && text.length - from < 80;

/** A value with what is known about it. The tests of it run when they are first needed: most values have no command. */
class Context {
  readonly text: string;
  readonly isHeader: boolean;
  readonly #name: string;
  #isForCommands?: boolean;
  #isList?: boolean;

  constructor(text: string, name: string, isHeader: boolean) {
    this.text = text;
    this.#name = name;
    this.isHeader = isHeader;
  }

  /** In a parameter that applications pass to a shell. */
  get isForCommands(): boolean {
    this.#isForCommands ??= isCommandParameter(this.#name);
    return this.#isForCommands;
  }

  get isList(): boolean {
    this.#isList ??= this.text.length < 400 && wordList.test(this.text);
    return this.#isList;
  }
}

function judge(context: Context, from: number, opener: Opener): ShellShape | null {
  const { text, isHeader } = context;
  const read = innermost(text, from, opener);
  const kind = read && commands.get(read.command.word);
  if (!read || !kind || isRefused(text.slice(read.command.end, read.command.end + maxJudged))) return null;
  const { command, isWrapped } = read;
  const { word, rest, isDisguised, hasFolder } = command;
  const { isForCommands, isList } = context;
  const hasMore = hasArguments(kind, command);
  const isAlone = alone.test(rest);
  /** `$(wget x)`: any word is an argument where nothing else than a command can be. */
  const runsWord = (kind === 'tool' || kind === 'alone') && /^[ \t]{1,5}\w/.test(rest);
  // `{cat,/etc/x}` becomes `cat /etc/x`; `cat$IFS/etc/x`; `cat</etc/x`.
  const isExpanded = (text[command.at - 1] === '{' && /^,[-/~.\w*]/.test(rest)) || /^(?:\$\{?ifs|<[/~.\w]|<<<)/.test(rest);
  if (isDisguised && (hasMore || isAlone || isExpanded)) return 'disguised';
  if (isExpanded && opener !== 'start') return 'disguised';
  if (isExpanded && /^(?:\$|,|<)/.test(rest)) return 'disguised';
  if (interpreters.has(word) && /^[ \t]{1,5}-(?:c|e|i|r|nop|enc|w)\b/.test(rest) && (opener !== 'start' || isWrapped || isForCommands))
    return 'disguised';
  switch (opener) {
    case 'start':
      if (isHeader) return null;
      if ((isWrapped || word === 'alias') && hasMore) return 'injected';
      if (kind === 'alone' && /^[ \t]{0,9}[;|&]\s{0,9}\S/.test(rest)) return 'injected';
      if (hasMore) return isForCommands ? 'injected' : 'whole';
      if (isForCommands && (kind === 'tool' || kind === 'alone') && (isAlone || /^[ \t]/.test(rest))) return 'injected';
      if (hasFolder && (isAlone || hasMore)) return 'whole';
      return kind === 'alone' && isAlone && /[;|&]/.test(rest) ? 'whole' : null;
    case 'separator':
      if (filters.has(word) && text[from - 1] === '|' && text[from - 2] !== '|' && plainArguments.test(rest)) return 'whole';
      if (interpreters.has(word) && /^\)\d?[<>]/.test(rest)) return 'injected';
      if (hasMore) return isHeader && !/^\s*[;|&`]/.test(text) ? null : 'injected';
      if (
        isBehindToken(text, from) &&
        !isList &&
        /^[ \t]{1,5}[\w'"]/.test(rest) &&
        (kind === 'tool' || kind === 'alone' || builtins.has(word))
      )
        return isHeader ? null : 'injected';
      if (!isAlone || isList) return null;
      if (isHeader) return /^\s*[;|&]/.test(text) ? 'injected' : null;
      if (
        interpreters.has(word) &&
        text
          .slice(Math.max(0, from - 3), from)
          .trimEnd()
          .endsWith('|')
      )
        return 'injected';
      return kind === 'alone' || kind === 'weak' || onlyCommand.test(text) ? 'injected' : null;
    case 'line':
      if (hasMore) return 'injected';
      return isAlone && kind === 'alone' ? 'injected' : null;
    case 'backtick':
      if (printsCommand(text, from - 1, word, rest)) return 'disguised';
      if (!hasMore && !runsWord && !(isAlone && (kind !== 'english' || hasFolder))) return null;
      return 'injected';
    case 'substitution':
      if (printsCommand(text, from - 2, word, rest)) return 'disguised';
      // `<(` is nothing else than a substitution of a process.
      return hasMore || runsWord || (isAlone && kind !== 'english') || (text[from - 2] !== '$' && /^[ \t]{1,5}\w/.test(rest))
        ? 'injected'
        : null;
  }
}

/** Once a command was found, a clearer one is looked for in so many places. */
const maxAfterwards = 100;

const order: readonly ShellShape[] = ['disguised', 'injected', 'whole'];

/**
 * The clearest sign of a command in a text, in lower case.
 * @param isHeader browsers separate parts of header fields by semicolons, and name systems and programs in them
 */
export function findCommand(text: string, name: string, isHeader: boolean): ShellFinding | null {
  const context = new Context(text, name, isHeader);
  let best: ShellFinding | null = null;
  const consider = (at: number, opener: Opener): ShellShape | null => {
    const shape = judge(context, at, opener);
    if (shape && (!best || order.indexOf(shape) < order.indexOf(best.shape)))
      best = { shape, text: text.slice(Math.max(0, at - 2), at + 60) };
    return shape;
  };
  consider(0, 'start');
  let afterwards = 0;
  eachPosition(text, (at, opener) => consider(at, opener) === 'disguised' || (best?.shape === 'injected' && ++afterwards > maxAfterwards));
  return best;
}
