import { isMap, parseDocument } from 'yaml';
import { type Fault, fault } from '../core/fault.ts';

export const maxUserData = 16_384;

/**
 * Validates the cloud-init data for the first boot: a `#cloud-config` file in YAML, or a script. @returns null when it is valid or empty
 */
export function checkUserData(text: string): Fault | null {
  if (text.trim() === '') return null;
  if (new TextEncoder().encode(text).length > maxUserData) return fault('serverOrder:error.userDataLong', { max: maxUserData / 1024 });
  const [first = ''] = text.split(/\r?\n/, 1);
  if (first.startsWith('#!')) return first.length > 2 ? null : fault('serverOrder:error.userDataStart');
  if (first.trimEnd() !== '#cloud-config') return fault('serverOrder:error.userDataStart');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error) return fault('serverOrder:error.yaml', { line: error.linePos?.[0].line ?? 1, column: error.linePos?.[0].col ?? 1 });
  return document.contents === null || isMap(document.contents) ? null : fault('serverOrder:error.yamlMap');
}
