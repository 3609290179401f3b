import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';

/*
 * Code of JavaScript that does harm without a tag, because the page puts the value into a script or an attribute. No expression has an
 * unbounded quantifier that another one could repeat. White space and comments were removed before.
 */

interface Sink {
  /** The value has all of these. */
  signs: number;
  /** And at least one of these. */
  any?: number;
  expression: RegExp;
}

const either = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'));

const global = '(?:window|self|top|parent|frames|globalthis|document|this)';
/** A page that isn't the address of an element in a variable, as in `window.location.href = link.href`. */
const page = `=(?!=)(?!(?!(?:${global}|opener|location|navigator|history|event|name)\\b)[a-z_$][\\w$]{0,30}\\.(?:href|url|value|dataset)\\b)`;

const sinks: readonly Sink[] = [
  // window['al'+'ert'](1), self[atob('…')], (document)["cookie"]
  {
    signs: Sign.bracket,
    expression: either(
      `\\b${global}\\){0,3}\\[(?:['"\`/]|[a-z]{1,10}[(\`])[^\\]]{1,80}(?:\\]|$)`,
      '\\b(?:window|self|top|parent|frames|globalthis)\\[object\\.',
    ),
  },
  {
    signs: Sign.dot,
    expression: either(
      // Part of an expression: `=document.cookie`, `(document.cookie`; or the whole value.
      '(?:^|[=(+,;:\'"`[{!&|?])document\\.(?:cookie|domain)(?:$|[)+;,\'"`\\]}]|=(?!=))',
      '\\bdocument(?:\\.(?:write(?:ln)?|createelement|location)|\\[)(?:[.[(`]|=(?!=))',
      '\\bdocument\\.(?:body|head|documentelement)\\.(?:append|prepend|insert|replace|(?:inner|outer)html)',
      '\\.(?:inner|outer)html\\+?=(?!=)',
      '\\.insertadjacenthtml\\(',
      '\\b(?:window|self|top|parent)\\.(?:name|eval|alert|open)(?:[.(`[]|=(?!=))',
      '\\b(?:document|this)\\.(?:eval|alert|open)[.(`[]',
      `\\b(?:window|self|top|parent|document|this)\\.location(?:\\.href)?${page}`,
      `\\blocation(?:\\.(?:assign|replace)\\(|\\.href${page})`,
      '\\b(?:local|session)storage\\.(?:getitem|setitem)\\(',
      '\\bstring\\.fromcharcode\\(\\d',
    ),
  },
  // eval(atob('…')), setTimeout('alert(1)'), Function('…')(), [].constructor.constructor(…)
  {
    signs: 0,
    any: Sign.open | Sign.backtick,
    expression:
      /\b(?:eval|settimeout|setinterval|setimmediate|execscript|function)[(`](?:['"`/]|atob[(`]|string\.|name\b|location\b|unescape\(|decodeuri|document\.)|\bnewfunction[(`]|\bconstructor(?:\.constructor)?[(`]['"`]|\b(?:alert|confirm|prompt|print)(?:\.(?:call|apply|bind))?[(`](?:document\.|window\.|location\b|origin\b|\d{0,9}[)`](?:;|$|\/\/|['"`<}\])]))|\]\.(?:map|sort|filter|find|foreach|some|every|reduce)(?:\.(?:call|apply))?[(`](?:alert|eval|confirm|prompt|\$\{)|\breflect\.[a-z]{3,12}(?:\.(?:call|apply))?[(`]|\.(?:call|apply)`|\bimport\(['"`](?:https?:)?\/\/|\bfetch\(['"`](?:https?:)?\/\/[^)]{1,60}document\.|\.replace\([^)]{1,40},(?:alert|eval|confirm|prompt)\)|(?:\$|\bjquery)\.(?:getscript|globaleval)\(/,
  },
  // onerror=alert;throw 1, and a page that an attacker has put into the name of the window
  {
    signs: Sign.equals,
    expression: either(
      '\\bthrow[^;]{0,10};?onerror=',
      '\\bonerror=(?:alert|eval|confirm|prompt)',
      '(?:^|[;{(,\'"`+-])location=(?:(?:window\\.|self\\.)?name(?:$|[;/)}+-])|(?:window\\.|document\\.)?location\\.(?:hash|search))',
    ),
  },
  // What reads secrets, loads code or adds elements, wherever it is in an expression.
  {
    signs: 0,
    expression:
      /\b(?:document\.(?:cookie|domain|write(?:ln)?|location|createelement|implementation)|window\.(?:eval|onerror)|(?:local|session)storage[.[]|string\.fromcharcode|navigator\.(?:sendbeacon|serviceworker))\b|\.(?:inner|outer)html\b|\.(?:appendchild|insertadjacenthtml|srcdoc)\b|\b(?:eval|atob|btoa|execscript|msgbox|newfunction|new function|importscripts|xmlhttprequest|activexobject|fetch|import)[({`]|\b(?:alert|confirm|prompt|eval)(?:\.(?:call|apply|bind)\b|\)[(`])/,
  },
];

/** What shows that code is executed, or reads the page; alone it does little harm. */
const weak =
  /\b(?:document\.(?:body|forms|documentelement|referrer|queryselector)|window\.(?:location|name|open)|history\.(?:push|replace)state)\b|\.parentnode\b|\b(?:alert|confirm|prompt|settimeout|setinterval|setimmediate)[({`]/;

/** A quick test: without one of these words, code has neither. */
export const mayHarm =
  /document|window|self|top|parent|frames|global|this|location|storage|innerhtml|outerhtml|adjacenthtml|eval|timeout|interval|immediate|script|function|constructor|alert|confirm|prompt|print|reflect|call`|apply`|import|fetch|onerror|jquery|\$\.g|navigator|appendchild|srcdoc|atob|btoa|msgbox|xmlhttp|activex|history|fromcharcode|replace\(|\]\./;

/** @param code without white space around signs @returns what does harm; null: nothing */
export function findSink(code: string, value: Value): string | null {
  for (const { signs, any: one, expression } of sinks) {
    if (!value.hasAll(signs) || (one !== undefined && !value.hasAny(one))) continue;
    const found = expression.exec(code);
    if (found) return found[0];
  }
  return null;
}

/** @param code without white space around signs */
export const findWeakSink = (code: string): string | null => weak.exec(code)?.[0] ?? null;

const obfuscations: readonly Sink[] = [
  // JSFuck and its kin: code made of brackets and signs
  { signs: Sign.bracket | Sign.bang, expression: /!!\[\]|[+!(]!\[\]|!\[\]\+|\[!\[\]\]|\[\+!|!\+\[\]/ },
  { signs: Sign.bracket | Sign.plus, expression: /(?:^|[=([+])\+?\[\]\+[([{]|\[\]\[\[?\(|\(\{\}\+\[\]\)|=~\[\];/ },
];
/** @param code without white space around signs */
export function findObfuscated(code: string, value: Value): string | null {
  const found = obfuscations.find(({ signs, expression }) => value.hasAll(signs) && expression.test(code));
  return found?.expression.exec(code)?.[0] ?? null;
}
