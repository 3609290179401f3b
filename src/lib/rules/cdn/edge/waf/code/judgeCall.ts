import type { Match } from '../detector.ts';
import { isInProse } from '../document.ts';
import { type Call, readCalls, readComputed } from './calls.ts';
import { ambiguous, methodTable, owned, php, running } from './functions.ts';

/** What code has as a first argument: a string, a variable, a call, a number; or none. */
const codeArgument = /^\s{0,20}(?:["'`$@\\&]|\)|[\w$]{1,60}\s{0,9}(?:[([.),:;+*-]|->|$)|-?\d|$)/;
/** `printf(3)` names a page of a manual, `file(s)` a plural. */
const noArgument = /^(?:\d[a-z]{0,2}\)|e?s\)|\s{0,3}[\p{L}'’-]{1,30}(?:\s{1,3}[\p{L}'’-]{1,30}){1,20}[.,)!?])/u;
/** Of a stack trace (`at read (node:fs:469:35)`) and of a message (`fopen(/srv/a): failed`): a place instead of arguments. */
const notedPlace =
  /^(?:[^\s()"'`;]{1,120}:\d{1,7}(?::\d{1,7})?\)|native method\)|unknown source\)|(?:\/|\.{1,2}\/|https?:\/\/)[^\s()"'`;]{0,120}\):\s)/;
/** Functions whose names SQL and scripts of browsers share: only with a variable or a string of PHP. */
const shared: ReadonlySet<string> = new Set([
  'substr',
  'explode',
  'extract',
  'hash',
  'header',
  'join',
  'include',
  'require',
  'define',
  'show',
  'copy',
  'link',
  'file',
  'rand',
  'mail',
  'pack',
  'pipe',
  'rename',
  'touch',
  'dir',
  'expect',
  'glob',
]); // prettier-ignore
const phpArgument = /^\s{0,20}(?:["']|\$|\)|[a-z_]\w{1,30}\s{0,5}\)|[a-z_]\w{1,30}\()/;
const quoted = /^\s{0,20}(?:["'`]|\$_?[a-z])/;

/** Most calls have names that no table has. */
function mayBeCall({ name, owner }: Call): boolean {
  if (name.length < 2) return false;
  return (
    owner !== '' || name[0] === '$' || php.has(name) || ambiguous.has(name) || methodTable.has(name) || name === 'while' || name === 'for'
  );
}

const argumentOf = (text: string, at: number): string => text.slice(at + 1, at + 140).toLowerCase();

/** Whether a name that is put together is a function that runs something, or a variable that holds the name: `($x)('id')`. */
function isRunning({ at, end }: Call, text: string): boolean {
  const name = readComputed(text, end);
  if (name === '') return false;
  if (running.test(name)) return true;
  if (!/^\$_?[a-z]\w{0,30}$/.test(name)) return false;
  const argument = argumentOf(text, at);
  return quoted.test(argument) || /^\s{0,9}(?:\)|\$|\w)/.test(argument);
}

function judge(call: Call, text: string): Match['id'] | null {
  const { name, owner, isApart, isComputed, at } = call;
  if (isComputed) return isRunning(call, text) ? 'rce-php' : null;
  if (!mayBeCall(call)) return null;
  const argument = argumentOf(text, at);
  if (notedPlace.test(argument)) return null;
  for (const [id, owners, names] of owned) if (owner !== '' && names.test(name) && owners.test(owner)) return id;
  const method = methodTable.get(name);
  if (method) return (method[1] === null || method[1].test(owner)) && codeArgument.test(argument) ? method[0] : null;
  // `$f('id')`, `$a['f']('id')`: a variable of PHP holds the name.
  if (
    /^\${1,3}[a-z_\u0080-\uffff][\w\u0080-\uffff]{0,40}$/.test(name) &&
    (!isApart || variableArgument.test(argument) || isOnlyCode.test(text)) &&
    (owner === '' || owner === '.')
  )
    return 'rce-php';
  if (name === 'while' && isEndless(argument)) return 'rce-node';
  if (name === 'for' && /^\s{0,9};[\s\w=!]{0,10};/.test(argument)) return 'rce-node';
  // The dot of PHP puts strings together: `'.system('id').'` ends one.
  if (owner === "''.") return running.test(name) && codeArgument.test(argument) ? 'rce-php' : null;
  const isMethod = owner !== '' && owner !== '.' && owner !== '().';
  if (isMethod) return null;
  const known = php.has(name) ? name : null;
  if (known) {
    const isClear = /[_\d]/.test(name) || !isApart;
    return isClear || codeArgument.test(argument) ? (noArgument.test(argument) ? null : 'rce-php') : null;
  }
  if (owner !== '' || !ambiguous.has(name) || noArgument.test(argument) || (isApart && /^\s{0,9}$/.test(argument))) return null;
  if (shared.has(name))
    return phpArgument.test(argument)
      ? name === 'file' || quoted.test(argument) || isApart || /^\s{0,20}\)/.test(argument) || /^\s{0,20}\w+\s{0,5}\)/.test(argument)
        ? 'rce-php'
        : null
      : null;
  // A word in parentheses behind a space explains: `system (unix)`.
  if (isApart && (!codeArgument.test(argument) || (text[at - 1] === ' ' && text[at - 2] !== ' ' && /^\p{L}{2,30}\)/u.test(argument))))
    return null;
  return codeArgument.test(argument) ? 'rce-php' : null;
}

/** Words of a condition that don't change. */
const constants: ReadonlySet<string> = new Set(
  'true false this null undefined nan infinity new typeof void function return object array date map set symbol math string number boolean regexp error promise json e'.split(
    ' ',
  ),
);
const never = /^(?:false|0|null|undefined|nan|""|''|!1|!true)?$/;
/** Whether a condition can't become false: it has no name in it. @param text after the parenthesis */
function isEndless(text: string): boolean {
  const end = text.search(/\)\s{0,9}(?:\{|;|$|[a-z])|$/);
  const condition = text.slice(0, end).trim();
  if (never.test(condition)) return false;
  const bare = condition.replace(/"[^"]{0,60}"|'[^']{0,60}'|`[^`]{0,60}`|\b(?:0x[\da-f]+|\d[\d.e]*)/g, ' ');
  return (bare.match(/[a-z_$][\w$]*/g) ?? []).every((one) => constants.has(one));
}
const variableArgument = /^\s{0,20}(?:["'`]|\$|\)|-?\d|\[)/;
/** The whole value is one statement. */
const isOnlyCode = /^\s{0,9}[@$].{0,200}\)\s{0,9};?\s{0,9}$/s;

/** The calls of a text that an attack would make, the first of each kind. */
export function findCalls(text: string): Match[] {
  const found = new Map<Match['id'], Match>();
  for (const call of readCalls(text)) {
    if (call.isComputed && found.has('rce-php')) continue;
    const id = judge(call, text);
    if (!id || found.has(id)) continue;
    // Ruby calls a method without parentheses, so there a word may be one.
    const reported = id !== 'rce-ruby' && !call.isComputed && isInProse(text, call.at) ? 'rce-document' : id;
    if (!found.has(reported)) found.set(reported, { id: reported, text: text.slice(Math.max(0, call.at - 30), call.at + 20) });
  }
  return [...found.values()];
}
