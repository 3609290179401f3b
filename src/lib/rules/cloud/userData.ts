import { isMap, parseDocument } from 'yaml';
import { type Fault, fault, isFault } from '../core/fault.ts';
import { addFirstPart, makeMessage, readParts } from './userDataParts.ts';

export const maxUserData = 16_384;

const isKnown = (text: string): boolean => /^(?:#!|#cloud-config|content-type:|mime-version:)/i.test(text);

/** As cloud-init reads it: without a byte order mark and blank lines in front, which hide the first line, and without Windows line ends, which break the interpreter's name. */
const repaired = (text: string): string => text.replace(/^[\ufeff\s]+/, '').replace(/\r\n?/g, '\n');

/** The text in base64, as other providers' tools send it; the text itself when it isn't base64 of user data. */
function decoded(text: string): string | Fault {
  const packed = text.replace(/\s/g, '');
  if (isKnown(text) || packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return text;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  // The magic number of gzip (RFC 1952).
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return fault('serverOrder:error.userDataGzip');
  const plain = repaired(new TextDecoder().decode(bytes));
  return isKnown(plain) ? plain : text;
}

function checkYaml(text: string): Fault | null {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error) return fault('serverOrder:error.yaml', { line: error.linePos?.[0].line ?? 1, column: error.linePos?.[0].col ?? 1 });
  return document.contents === null || isMap(document.contents) ? null : fault('serverOrder:error.yamlMap');
}

/** A script or a `#cloud-config` file, alone or as one part of several. */
function checkPart(text: string): Fault | null {
  const [first = ''] = text.split('\n', 1);
  if (first.startsWith('#!')) return first.slice(2).trim() !== '' ? null : fault('serverOrder:error.userDataStart');
  return first.trimEnd() === '#cloud-config' ? checkYaml(text) : fault('serverOrder:error.userDataStart');
}

const isMessage = (text: string): boolean => /^(?:content-type|mime-version):/i.test(text);

function checkParts(text: string): Fault | null {
  const parts = readParts(text);
  if (isFault(parts)) return parts;
  for (const part of parts) {
    const found = checkPart(repaired(part));
    if (found) return found;
  }
  return null;
}

/**
 * Reads the cloud-init data for the first boot: a script, a `#cloud-config` file in YAML, or both as parts of a MIME message; plain
 * or in base64.
 * @returns the text as stored, empty when there is none, or an error
 */
export function readUserData(typed: string): string | Fault {
  if (typed.startsWith('\u001f')) return fault('serverOrder:error.userDataGzip');
  const text = decoded(repaired(typed));
  if (isFault(text) || text === '') return text;
  if (new TextEncoder().encode(text).length > maxUserData) return fault('serverOrder:error.userDataLong', { max: maxUserData / 1024 });
  return (isMessage(text) ? checkParts(text) : checkPart(text)) ?? text;
}

/**
 * User data that runs a script before the customer's own user data.
 * @param own as stored; null: none
 * @param name of the script's file in the server; it should come before `part-` and `runcmd`, which are the names of the customer's scripts
 */
export function addScript(own: string | null, name: string, script: string): string {
  if (own === null || own === '') return script;
  const first = { type: 'text/x-shellscript', fileName: name, content: script } as const;
  if (isMessage(own)) return addFirstPart(own, first);
  return makeMessage([first, { type: own.startsWith('#!') ? 'text/x-shellscript' : 'text/cloud-config', content: own }]);
}
