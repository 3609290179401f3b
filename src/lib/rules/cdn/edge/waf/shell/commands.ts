/*
 * Reads where a shell would start a command, and the word that it would run after quotes, escapes and expansions are removed. One pass
 * over the text; what is read at a position is limited.
 */

/** What precedes a command: nothing, a separator, a line end, a backtick, or the start of a substitution. */
export type Opener = 'start' | 'separator' | 'line' | 'backtick' | 'substitution';

export interface Command {
  opener: Opener;
  /** The name, without its folder, version and `.exe`. */
  word: string;
  /** The name was written with a folder. */
  hasFolder: boolean;
  /** The name was written so that filters don't find it: `c'a't`, `c\at`, `c$@at`. */
  isDisguised: boolean;
  /** Position of the command's name, and the end of it. */
  at: number;
  end: number;
  /** The start of the text after the name. */
  rest: string;
}

const maxWord = 60;
const maxRest = 160;
const maxVariable = 30;
const blank = (char: string | undefined): boolean => char === ' ' || char === '\t';
/** Ends a word, unless quoted. */
const ends = new Set([' ', '\t', '\n', '\r', ';', '|', '&', '<', '>', '(', ')', '`', ',', undefined]);

/** What is empty, or most likely so, at a `$`: `$@`, `$1`, `${x}`, `$()`, and `$x` at the end of a word. @returns its length, 0: none */
function emptyVariable(text: string, at: number): number {
  const next = text[at + 1];
  if (next === '@' || next === '*' || next === '!' || (next !== undefined && next >= '0' && next <= '9')) return 2;
  if (next === '(') return text[at + 2] === ')' ? 3 : 0;
  if (next !== '{') return /^\$[a-z_]\w{0,20}(?=[\s;|&]|$)/.exec(text.slice(at, at + 23))?.[0].length ?? 0;
  return text.slice(at, at + maxVariable).indexOf('}') + 1;
}

interface Word {
  word: string;
  end: number;
  isDisguised: boolean;
}

/** Letters, digits and `_-.+/`: all that most words have. */
const plainCharacter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 45 && code <= 57) || code === 95 || code === 43;

function readWord(text: string, from: number): Word {
  let plainEnd = from;
  while (plainEnd - from < maxWord && plainCharacter(text.charCodeAt(plainEnd))) plainEnd++;
  if (ends.has(text[plainEnd])) return { word: text.slice(from, plainEnd), end: plainEnd, isDisguised: false };
  let word = '';
  let isDisguised = false;
  let at = from;
  /** `c:\\windows\\…`: here a backslash separates folders. */
  const isWindows = text[from + 1] === ':' && text[from + 2] === '\\';
  for (const limit = from + maxWord; at < limit; at++) {
    const char = text[at];
    if (ends.has(char)) break;
    if (char === '$' && word !== '') {
      if (text.startsWith('$ifs', at) || text.startsWith('${ifs', at)) break;
      const length = emptyVariable(text, at);
      if (length > 0) {
        isDisguised = true;
        at += length - 1;
        continue;
      }
    }
    if (char === "'" || char === '"' || char === '^' || (char === '\\' && !isWindows)) {
      // A quote at the edge is the end of a string that the command was put into.
      if (word !== '' && /[a-z]/.test(text[at + 1] ?? '')) isDisguised = true;
      if (word === '' && char === '\\') isDisguised = true;
      continue;
    }
    word += char;
  }
  return { word, end: at, isDisguised };
}

const versioned = /^([a-z+]{2,20})-?\d[\d.]{0,6}$/;

/** Folders of programs. Other paths are of files: `/etc/passwd` isn't the program. */
const programFolder = /^(?:[a-z]:\\.*|(?:.*\/)?s?bin|\.|(?:.*\/)?system32)$/;

/** The name that the table of commands has: `/usr/bin/python3.10` is `python`, `cmd.exe` is `cmd`. */
function plainName(word: string): string {
  if (/^\w+=/.test(word)) return word;
  const cut = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\'));
  if (cut > 0 && !programFolder.test(word.slice(0, cut))) return '';
  const name = word.slice(cut + 1).replace(/\.(?:exe|com|bat)$/, '');
  return versioned.exec(name)?.[1] ?? name;
}

/** @param known whether the table has a name */
export function readCommand(text: string, from: number, opener: Opener, known: (name: string) => boolean): Command | null {
  let at = from;
  while (blank(text[at]) || text[at] === '(' || text[at] === '{' || text[at] === '!' || text[at] === '@') at++;
  const { word, end, isDisguised } = readWord(text, at);
  if (word === '' || !/[a-z]/.test(word)) return null;
  // Most words are no commands, wherever they stand.
  const isPlain = !isDisguised && word.length < 20 && /^[a-z]+$/.test(word);
  if (isPlain && !known(word)) return null;
  const slash = word.indexOf('/');
  // `bcdboot/r`: a switch of Windows directly after the name.
  const hasSwitch = slash > 3 && word.length - slash === 2 && known(word.slice(0, slash));
  return {
    opener,
    word: isPlain ? word : hasSwitch ? word.slice(0, slash) : plainName(word),
    hasFolder: slash >= 0 && !hasSwitch,
    isDisguised,
    at,
    end,
    rest: hasSwitch ? ` ${word.slice(slash)}${text.slice(end, end + maxRest)}` : text.slice(end, end + maxRest),
  };
}

/** Calls back for each position after which a shell reads a command, from the first to the last, until it answers true. */
export function eachPosition(text: string, visit: (at: number, opener: Opener) => boolean): void {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let opener: Opener | null = null;
    if (code === 59 || code === 124 || code === 38)
      opener = 'separator'; // ; | &
    else if (code === 10 || code === 13) opener = 'line';
    else if (code === 96)
      opener = 'backtick'; // `
    else if (code === 40 && at > 0) {
      const before = text.charCodeAt(at - 1);
      if (before === 36 || before === 60 || before === 62) opener = 'substitution'; // $ < >
    }
    if (opener !== null && startsCommand(text.charCodeAt(at + 1)) && visit(at + 1, opener)) return;
  }
}

/** Separators and brackets directly after an opener are no command: the next opener is. */
const startsCommand = (code: number): boolean =>
  !(Number.isNaN(code) || code === 59 || code === 124 || code === 38 || code === 96 || code === 62 || code === 44 || code === 61);
