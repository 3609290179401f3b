import { combine, isBrowserField, isWords } from '../combine.ts';
import type { Detector, Match } from '../detector.ts';
import { hasWords, isPhrase, standsApart, startsWithWord } from '../document.ts';
import { isSnippet, isUpload, mayBeText, unquoted } from '../quotation.ts';
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
const ids = { injected: 'rce-command', disguised: 'rce-shell', whole: 'rce-direct' } as const satisfies Record<ShellShape, Match['id']>;

/** What is found in a value; what only the code has that it quotes, or a file or a snippet, counts less. */
function judged(value: Value, find: (text: string) => Match | null): Match[] {
  const found = find(value.decoded);
  if (!found) return [];
  const outside = unquoted(value);
  const rest = outside === value ? found : find(outside.decoded);
  return [rest && !isUpload(value) && !isSnippet(value) ? rest : { id: 'rce-document', text: found.text }];
}

function detectCommand(value: Value): Match[] {
  const { place, name } = value;
  const isHeader = place === 'path' || (place === 'header' && isBrowserField(value));
  if (!value.hasAny(separators | (isHeader ? 0 : arguable | Sign.single | Sign.double | Sign.less | Sign.greater))) return [];
  return judged(value, (text) => {
    const found = findCommand(text, name, isHeader);
    return found && { id: ids[found.shape], text: found.text };
  });
}

const mayExpand = Sign.dollar | Sign.greater | Sign.brace;
function detectExpansion(value: Value): Match[] {
  const isGlobbed =
    value.hasAny(Sign.bracket | Sign.question) && value.hasAny(Sign.slash) && value.place !== 'header' && value.place !== 'path';
  const { decoded } = value;
  const isExpanded =
    value.hasAny(mayExpand) || decoded.includes('~') || decoded.startsWith('!') || (value.hasAll(Sign.slash) && decoded.includes('/dev/'));
  if (!isGlobbed && !isExpanded) return [];
  return judged(value, (all) => {
    const text = (isExpanded ? findExpansion(all) : null) ?? (isGlobbed ? findGlob(all) : null);
    return text === null ? null : { id: isPhrase(value) && startsWithWord(value) ? 'rce-document' : 'rce-shell', text };
  });
}

function detectFunction(value: Value): Match[] {
  const text = value.hasAll(Sign.open | Sign.close | Sign.brace) ? findFunction(value.decoded) : null;
  return text === null ? [] : [{ id: 'rce-shellshock', text }];
}

const binary =
  /(?:^|[\s=;|&"'`(<>{,\\])\/(?:usr\/)?(?:local\/)?s?bin\/(?:(?:ba|da|z|k|c|tc|fi|a)?sh|cat|ls|nc|ncat|python\d?|perl|ruby|php|curl|wget|id|whoami|env|rm|cp|mv|ps|tac|head|tail|uname|chmod|sed|awk|base64|telnet)(?![\w./-]|:\s)|\b(?:cmd|powershell|pwsh|certutil|mshta|rundll32|regsvr32|bitsadmin)\.exe(?=["'\s]{0,3}(?:$|[/&|<>-]))/;
function detectProgram(value: Value): Match[] {
  if (!value.hasAny(Sign.slash | Sign.dot)) return [];
  if (!value.decoded.includes('bin/') && !value.decoded.includes('.exe')) return [];
  return judged(value, (all) => {
    const found = binary.exec(all);
    if (!found) return null;
    // Without arguments, it does nothing that the sender chooses.
    if (value.isPosted && found[0] === all) return { id: 'rce-direct', text: all };
    // In a text, a program is run behind a separator, and there it's a command.
    const isInText = mayBeText(value) && hasWords(all, 5) && /^[\s="']/.test(found[0]);
    const isMentioned =
      isInText || (isPhrase(value) && startsWithWord(value)) || standsApart(all, found.index + (/^[\s(<]/.test(found[0]) ? 1 : 0));
    return { id: isMentioned ? 'rce-document' : 'rce-path', text: found[0] };
  });
}

function detectWindows(value: Value): Match[] {
  if (value.place === 'header') return [];
  return judged(value, (all) => {
    const statement = value.hasAny(Sign.space) ? findWindows(all) : null;
    const text = statement ?? (value.hasAny(Sign.dash | Sign.open) ? findCmdlet(all) : null);
    if (text !== null) return { id: 'rce-windows', text };
    const call = value.hasAny(Sign.dash) ? findCmdletCall(all) : null;
    return call === null ? null : { id: 'rce-direct', text: call };
  });
}

const detectAll = combine(detectCommand, detectExpansion, detectFunction, detectProgram, detectWindows);

export const shellDetectors: readonly Detector[] = [
  { module: 'rce', detect: (value) => (isWords(value) && !isCommandParameter(value.name) ? [] : detectAll(value)) },
];
