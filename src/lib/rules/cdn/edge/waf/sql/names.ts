import type { Sequence } from './arrange.ts';
import { isNative } from './functions.ts';
import { isEnd, isJsonString, isMethod } from './operands.ts';
import type { Shape } from './shape.ts';
import { catalogs, Kind, schemaTables } from './words.ts';

/** Whether a name is the whole value, or nearly so. */
const isAlone = (tokens: Sequence, at: number): boolean => at <= 1 && tokens.count <= 3 && tokens.kind(at - 1) !== Kind.word;

const procedures =
  /^(?:xp|sp)_(?:cmdshell|dirtree|reg\w|fileexist|executesql|execute|oa\w|password|makewebtask|configure|subdirs|getfiledetails|availablemedia|enumdsn|enumgroups|enumerrorlogs|servicecontrol|ntsec\w|loginconfig|terminate_process|delete_backuphistory|addsrvrolemember|addextendedproc|sqlexec|tables|columns|help\w*|who2?|prepare|unprepare)/;

/** Most words are shorter than all names of catalogs, and need no look. */
const shortestCatalog = Math.min(...[...catalogs].map(({ length }) => length));

/** Names of tables that describe the database, of its schemas and its procedures. */
export const name: Shape = (tokens, at, report) => {
  const next = tokens.kind(at + 1);
  const isUsed = next === Kind.parenthesis || next === Kind.dot;
  const length = tokens.length(at);
  if (length < (isUsed ? 3 : shortestCatalog) || length > 30) return;
  const word = tokens.text(at).replaceAll('`', '');
  const before = tokens.kind(at - 1);
  if (next === Kind.parenthesis && !isMethod(tokens, at) && isNative(word)) {
    const isTitle = !tokens.isJoined(at) && before === Kind.word;
    if (!isTitle) report(tokens.isSentence() && tokens.context === 'bare' ? 'sqli-mention' : 'sqli-function', at, at + 2);
    return;
  }
  // `match(title) against ('x')`
  if (word === 'against' && before === Kind.closing && next === Kind.parenthesis) {
    const text = tokens.kind(at + 2);
    if (text === Kind.string || text === Kind.open || text === Kind.variable) report('sqli-function', at, at + 2);
    return;
  }
  const isTable =
    before === Kind.from ||
    before === Kind.into ||
    before === Kind.comma ||
    before === Kind.parenthesis ||
    before === Kind.dot ||
    tokens.text(at - 1) === 'join';
  if (catalogs.has(word))
    report(isTable || isAlone(tokens, at) || (next === Kind.dot && tokens.context !== 'bare') ? 'sqli-schema' : 'sqli-mention', at, at + 1);
  else if (procedures.test(word)) report(next !== Kind.word || before === Kind.dot ? 'sqli-schema' : 'sqli-mention', at, at + 1);
  else if (next === Kind.dot && Object.hasOwn(schemaTables, word) && schemaTables[word]?.test(tokens.text(at + 2)))
    report(
      isTable || tokens.context !== 'bare' || (before === -1 && isEnd(tokens.kind(at + 3))) ? 'sqli-schema' : 'sqli-mention',
      at,
      at + 2,
    );
};

/** `1.e(`: MySQL reads the number and then the word, a filter may read neither. And the number on which PHP and Java once hung. */
export const number: Shape = (tokens, at, report) => {
  const text = tokens.isUnusual(at) ? tokens.text(at) : '';
  if (/\.e$/.test(text) || /^\d\.\d{10,}e-30\d$/.test(text)) report('sqli-function', at, at + 1);
};

export const variable: Shape = (tokens, at, report) => {
  if (
    /^@@(?:version|hostname|datadir|basedir|servername|global|session|identity|spid|secure_file_priv|language|servicename)\b/.test(
      tokens.text(at),
    )
  )
    report('sqli-schema', at, at);
};

/** `password::int` of PostgreSQL; `std::text` of C++ isn't the whole value. */
export const cast: Shape = (tokens, at, report) => {
  const before = tokens.kind(at - 1);
  if (tokens.kind(at + 1) !== Kind.type) return;
  const isName = before === Kind.word || before === Kind.type || before === Kind.info;
  const isWhole = at === 1 && isName && tokens.text(0) !== 'std' && isEnd(tokens.kind(at + 2));
  const isTail = tokens.kind(at + 2) !== Kind.dot && (before === Kind.string || before === Kind.number || before === Kind.closing);
  if (isWhole || isTail || (before === Kind.word && tokens.context !== 'bare')) report('sqli-function', at - 1, at + 1);
};

/** Operators on JSON between strings: `'{"a":1}' @> '{"b":2}'`. */
export const json: Shape = (tokens, at, report) => {
  let before = at - 1;
  if (tokens.kind(before) === Kind.type && tokens.kind(before - 1) === Kind.cast) before -= 2;
  if (!isJsonString(tokens, before)) return;
  const next = tokens.kind(at + 1);
  if (next === Kind.string || next === Kind.number || next === Kind.open || tokens.text(at + 1) === 'array')
    report('sqli-quote', before, at + 1);
};
