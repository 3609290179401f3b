import { dropComments } from '../normalize.ts';
import type { PatternId } from '../patternTable.ts';
import { isSentence } from '../sentence.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { isEvent } from './events.ts';

/** Code of JavaScript that does harm without a tag, because the page puts the value into a script or an attribute. */
interface Code {
  id: PatternId;
  /** All of these. */
  signs: number;
  /** At least one of these. */
  any?: number;
  expression: RegExp;
}

const global = '(?:window|self|top|parent|frames|globalthis|document|this)';

/** No expression has an unbounded quantifier that another one could repeat. White space and comments were removed before. */
const codes: readonly Code[] = [
  // window['al'+'ert'](1), self[atob('…')]
  {
    id: 'xss-sink',
    signs: Sign.bracket,
    expression: new RegExp(`\\b${global}\\[(?:['"\`/]|[a-z]{1,10}[(\`])[^\\]]{1,80}(?:\\]|$)`),
  },
  {
    id: 'xss-sink',
    signs: Sign.dot,
    // Part of an expression: `=document.cookie`, `(document.cookie`; or the whole value.
    expression:
      /(?:^|[=(+,;:`'"[{!&|?])document\.(?:cookie|domain)(?:$|[)+;,'"`\]}]|=(?!=))|\bdocument(?:\.(?:body|head|documentelement|write(?:ln)?|createelement|location)|\[)(?:[.[(`=])|\.(?:inner|outer)html\+?=|\.insertadjacenthtml\(|\b(?:window|self|top|parent|document|this)\.(?:location|name|eval|alert|open)(?:[.=(`[])|\blocation\.(?:href=|assign\(|replace\()|\b(?:local|session)storage\.(?:getitem|setitem)\(|\bstring\.fromcharcode\(\d/,
  },
  // eval(atob('…')), setTimeout('alert(1)'), Function('…')(), [].constructor.constructor(…)
  {
    id: 'xss-sink',
    signs: 0,
    any: Sign.open | Sign.backtick,
    expression:
      /\b(?:eval|settimeout|setinterval|setimmediate|execscript|function)[(`](?:['"`/]|atob[(`]|string\.|name\b|location\b|unescape\(|decodeuri|document\.)|\bnewfunction[(`]|\bconstructor(?:\.constructor)?[(`]['"`]|\b(?:alert|confirm|prompt|print)(?:\.(?:call|apply|bind))?[(`](?:document\.|window\.|location\b|origin\b|\d{0,9}[)`](?:;|$|\/\/|['"`<}\])]))|\]\.(?:map|sort|filter|find|foreach|some|every|reduce)(?:\.(?:call|apply))?[(`](?:alert|eval|confirm|prompt|\$\{)|\breflect\.[a-z]{3,12}(?:\.(?:call|apply))?[(`]|\.(?:call|apply)`|\bimport\(['"`](?:https?:)?\/\/|\bfetch\(['"`](?:https?:)?\/\/[^)]{1,60}document\.|\bthrow[^;]{0,10};?onerror=|\bonerror=(?:alert|eval|confirm|prompt)/,
  },
  // JSFuck and its kin: code made of brackets and signs
  { id: 'xss-obfuscated', signs: Sign.bracket | Sign.bang, expression: /!!\[\]|[+!(]!\[\]|!\[\]\+|\[!\[\]\]|\[\+!|!\+\[\]/ },
  { id: 'xss-obfuscated', signs: Sign.bracket | Sign.plus, expression: /(?:^|[=([+])\+?\[\]\+[([{]|\[\]\[\[?\(|\(\{\}\+\[\]\)|=~\[\];/ },
];

/** `{{constructor.constructor('…')()}}`, `{{$on.constructor(…)}}`, `${alert(1)}`: what templates of AngularJS and Vue execute. */
const template = /(?:\{\{|\$\{|\[\[)([^}]{0,200})/g;
const executed =
  /constructor[.[('"]|__proto__|\$(?:eval|on|new|parse|watch)\b|_(?:c|v|openblock)\.|\b(?:alert|eval|fetch|settimeout)[(`]|document\.|window\./;

/** In a sentence these are mentioned; a value that consists of code uses them. */
const mention =
  /\b(?:document\.(?:cookie|domain|write(?:ln)?|location|body|forms|documentelement|referrer|getelement|queryselector|createelement|implementation)|window\.(?:location|name|open|eval|onerror)|(?:local|session)storage[.[]|string\.fromcharcode|navigator\.(?:sendbeacon|serviceworker)|history\.(?:push|replace)state)\b|\.(?:inner|outer)html\b|\.(?:parentnode|appendchild|insertadjacenthtml|srcdoc)\b|\b(?:alert|confirm|prompt|eval|atob|btoa|settimeout|setinterval|setimmediate|execscript|msgbox|newfunction|new function|importscripts|xmlhttprequest|activexobject|fetch|import)[({`]|\b(?:alert|confirm|prompt|eval)(?:\.(?:call|apply|bind)\b|\)[(`])/;

const event = /(?:^|[\s"'`/;,(=0-9])on([a-z]{3,32})[\s;,(]{0,3}=/g;

/** A quote that ends the value of an attribute, with at most three other attributes after it. */
const ended = /["'`]\s{0,5}\/?\s{0,5}(?:[a-z-]{1,30}(?:=(?:"[^"]{0,30}"|'[^']{0,30}'|[^\s"'=]{0,30}))?[\s/]{1,5}){0,3}$/;

/** @returns the handler that a value adds after it ended an attribute; without a quote the attribute had none, and no sentence is around */
function findBreakout(text: string): string | null {
  let isProse: boolean | null = null;
  event.lastIndex = 0;
  for (let found = event.exec(text); found; found = event.exec(text)) {
    const before = text.slice(Math.max(0, found.index - 60), found.index + 1);
    const after = text.slice(event.lastIndex, event.lastIndex + 40).trim();
    const isEnded = ended.test(`${before} `);
    if (!isEvent(found[1] ?? '') && !isEnded && !/^["'`]?[a-z_$][\w$.]{0,30}[(`=]/.test(after)) continue;
    // Without a quote, an attribute ends at the first space.
    const isFirst = found.index < 60 && !/^["'`]/.test(after) && !/\s/.test(text.slice(0, found.index).trim());
    if (isEnded) return found[0];
    if (after === '' || after.startsWith('=')) continue;
    isProse ??= isSentence(text);
    if (isFirst || !isProse) return found[0];
  }
  return null;
}

/** Code without its comments, and without white space outside of words. */
function squeeze(text: string): string {
  return dropComments(text).replace(/(?<!\w)\s+|\s+(?!\w)/g, '');
}

const word = '[\\p{L}]{2,20}';
const keyword =
  '(?:new|function|return|var|let|const|typeof|in|of|throw|else|case|await|async|import|from|delete|void|instanceof|class|extends|if|do|default|export|break|continue|debugger|yield|get|set|static)\\b';
/** Two words, or a word after a call, that no code has next to each other. */
const wordPair = new RegExp(
  `(?<![\\p{L}\\d_])(?!${keyword})${word},? (?!${keyword})${word}(?![\\w(.[=:])|\\) (?!${keyword})${word}(?:$| (?!${keyword})${word})`,
  'u',
);
const comments = /(?:\/\/|<!--)[^\n]{0,2000}/g;
const strings = /"[^"\n]{0,500}"|'[^'\n]{0,500}'|`[^`]{0,500}`/g;

/** Whether a text mentions code in a sentence. What is in a string or a comment isn't one; an attack may leave a string first. */
function isMention(text: string): boolean {
  const code = text.replace(strings, '""').replace(comments, '');
  const start = Math.max(code.lastIndexOf("'"), code.lastIndexOf('"'), code.lastIndexOf('`'));
  const isLeaving = start >= 0 && /^.\s{0,9}[;)+\-,}\]]/.test(code.slice(start, start + 12));
  return wordPair.test(isLeaving ? code.slice(start) : code);
}

/** Code in a value that has no tags around it. @returns what was found, by pattern */
export function findCode(value: Value, report: (id: PatternId, text: string) => void): void {
  const text = value.decoded;
  if (value.hasAny(Sign.equals)) {
    // In a text with tags, its attributes are judged; what is before the first one may end an attribute of the page.
    const tag = /<[a-z!/]/.exec(value.markup);
    const found = findBreakout(tag ? text.slice(0, tag.index) : text);
    if (found !== null) report('xss-attribute', found);
  }
  if (!value.hasAny(Sign.dot | Sign.open | Sign.backtick | Sign.bracket | Sign.brace)) return;
  const code = squeeze(text);
  let isMentioned: boolean | null = null;
  const reportSink = (found: string): void => {
    isMentioned ??= isMention(text);
    report(isMentioned ? 'xss-code' : 'xss-sink', found);
  };
  for (const { id, signs, any, expression } of codes) {
    if (!value.hasAll(signs) || (any !== undefined && !value.hasAny(any))) continue;
    const found = expression.exec(code)?.[0];
    if (found === undefined) continue;
    if (id === 'xss-sink') reportSink(found);
    else report(id, found);
  }
  if (value.hasAny(Sign.brace | Sign.bracket)) {
    const inner = code.matchAll(template).find((one) => executed.test(one[1] ?? ''));
    if (inner) report('xss-template', inner[0]);
  }
  const found = mention.exec(code)?.[0];
  if (found !== undefined) reportSink(found);
}
