/*
 * Where a text would be inside a string or a comment if it were code. What stands there is skipped by an interpreter, so marks of a
 * quotation there are none.
 */

type State = 'code' | '"' | "'" | '*' | 'line';

const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\d]/u.test(char);

/** The state behind a character at which one begins; null: none begins. */
function opens(text: string, at: number): State | null {
  const char = text[at];
  const before = text[at - 1];
  if (char === '"') return '"';
  // An apostrophe follows a letter; the prefix of a string is one of these, alone.
  if (char === "'") return !isLetter(before) || (/[bruf]/i.test(before ?? '') && !isLetter(text[at - 2])) ? "'" : null;
  if (char === '/' && text[at + 1] === '*') return '*';
  if (char === '/' && text[at + 1] === '/') return before === ':' ? null : 'line';
  if (char === '#') return before === undefined || /[\s;{}()]/.test(before) ? 'line' : null;
  return char === '<' && text.startsWith('<!--', at) ? 'line' : null;
}

function closes(state: State, text: string, at: number): boolean {
  if (state === 'line') return text[at] === '\n';
  return state === '*' ? text[at] === '/' && text[at - 1] === '*' : text[at] === state;
}

const special = /["'/#<\n\\]/g;

/** Which of these positions are in code, neither in a string nor in a comment. @param positions in ascending order */
export function inCode(text: string, positions: readonly number[]): boolean[] {
  const found: boolean[] = [];
  let state: State = 'code';
  special.lastIndex = 0;
  for (let one = special.exec(text); one && found.length < positions.length; one = special.exec(text)) {
    const at = one.index;
    while (found.length < positions.length && (positions[found.length] ?? 0) <= at) found.push(state === 'code');
    if (one[0] === '\\') special.lastIndex++;
    else if (state === 'code') state = opens(text, at) ?? 'code';
    else if (closes(state, text, at)) state = 'code';
  }
  while (found.length < positions.length) found.push(state === 'code');
  return found;
}
