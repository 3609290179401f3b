import { combine, isBrowserField, isWords } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import { isDocument, isText } from '../document.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { findExpansion, findFunction, findGlob } from './expansions.ts';
import { findCommand, type ShellShape } from './judge.ts';
import { findCmdlet, findCmdletCall, findWindows } from './windows.ts';
import { isCommandParameter } from './words.ts';

/*
 * Commands that a value would make a shell run. A value is read as a shell reads it: where a command can start, the word is compared
 * with the names of commands, without what disguises it, and its arguments have to look like arguments, because "cat", "find" and "id"
 * are words, too. A value that is a command from its start is a command of an attacker or a search for one, so it alone doesn't stop a
 * request, unless the parameter's name says that it is run. In an article, commands are examples.
 */

const separators = Sign.semicolon | Sign.pipe | Sign.ampersand | Sign.backtick | Sign.dollar;
const arguable = Sign.space | Sign.slash | Sign.backslash | Sign.less;
const ids = { injected: 'rce-command', disguised: 'rce-shell', whole: 'rce-direct', quoted: 'rce-document' } as const satisfies Record<
  ShellShape,
  Match['id']
>;

function detectCommand(value: Value): Match[] {
  const { place, name, decoded } = value;
  const isHeader = place === 'path' || (place === 'header' && isBrowserField(value));
  if (!value.hasAny(separators | (isHeader ? 0 : arguable | Sign.single | Sign.double | Sign.less | Sign.greater))) return [];
  const found = findCommand(decoded, name, isHeader);
  if (!found) return [];
  if (found.shape === 'whole' && isDocument(value)) return [];
  return [{ id: isDocument(value) ? 'rce-document' : ids[found.shape], text: found.text }];
}

function detectExpansion(value: Value): Match[] {
  const { decoded } = value;
  const isGlobbed = value.hasAny(Sign.bracket | Sign.question) && value.hasAny(Sign.slash) && value.place !== 'header';
  const text =
    (value.hasAny(Sign.dollar | Sign.greater | Sign.brace) ||
    decoded.includes('~') ||
    decoded.startsWith('!') ||
    (value.hasAll(Sign.slash) && decoded.includes('/dev/'))
      ? findExpansion(decoded)
      : null) ?? (isGlobbed ? findGlob(decoded) : null);
  return text === null ? [] : [{ id: isText(value) ? 'rce-document' : 'rce-shell', text }];
}

function detectFunction(value: Value): Match[] {
  const text = value.hasAll(Sign.open | Sign.close | Sign.brace) ? findFunction(value.decoded) : null;
  return text === null ? [] : [{ id: 'rce-shellshock', text }];
}

const binary =
  /(?:^|[\s=;|&"'`(<>{,\\])\/(?:usr\/)?(?:local\/)?s?bin\/(?:(?:ba|da|z|k|c|tc|fi|a)?sh|cat|ls|nc|ncat|python\d?|perl|ruby|php|curl|wget|id|whoami|env|rm|cp|mv|ps|tac|head|tail|uname|chmod|sed|awk|base64|telnet)(?![\w./-]|:\s)|\b(?:cmd|powershell|pwsh|certutil|mshta|rundll32|regsvr32|bitsadmin)\.exe(?=["'\s]{0,3}(?:$|[/&|<>-]))/;
function detectProgram(value: Value): Match[] {
  if (!value.hasAny(Sign.slash | Sign.dot)) return [];
  const { decoded } = value;
  if (!decoded.includes('bin/') && !decoded.includes('.exe')) return [];
  const found = binary.exec(decoded);
  return found ? [{ id: isText(value) ? 'rce-document' : 'rce-path', text: found[0] }] : [];
}

function detectWindows(value: Value): Match[] {
  if (value.place === 'header') return [];
  const { decoded } = value;
  const statement = value.hasAny(Sign.space) ? findWindows(decoded) : null;
  const text = statement ?? (value.hasAny(Sign.dash | Sign.open) ? findCmdlet(decoded) : null);
  if (text !== null) return [{ id: isDocument(value) ? 'rce-document' : 'rce-windows', text }];
  const call = value.hasAny(Sign.dash) && !isDocument(value) ? findCmdletCall(decoded) : null;
  return call === null ? [] : [{ id: 'rce-direct', text: call }];
}

const detectAll = combine(detectCommand, detectExpansion, detectFunction, detectProgram, detectWindows);

export const shellDetectors: readonly Detector[] = [
  { module: 'rce', detect: (value) => (isWords(value) && !isCommandParameter(value.name) ? [] : detectAll(value)) },
];
