import { type Fault, fault, isFault } from '../../../core/fault.ts';
import { hasInnerQuote, isQuoted } from '../../zone/flags.ts';
import { Scanner } from '../../zone/scan.ts';
import { unescapeTo } from '../text.ts';
import { priorityFault } from './simple.ts';
import { keyName, keyNumber, type Params, readParam, showParam } from './svcparam.ts';
import { type DataReader, hostAt, tooFew, whole } from './words.ts';

/**
 * SVCB and HTTPS (RFC 9460 section 2.1): priority, target, then `key`, `key=value` or `key="value"`. Keys are returned in order,
 * duplicates are refused, and AliasMode (priority 0) has none.
 */
export const readSvcb: DataReader = (words, from, scope) => {
  if (words.count - from < 2) return tooFew(scope.type);
  const priority = whole(words.word(from), 65_535);
  if (priority < 0) return priorityFault();
  const target = hostAt(words, from + 1, scope);
  if (isFault(target)) return { ...target, part: 'target' };
  // In ServiceMode the target is a host that clients connect to.
  if (priority > 0 && target.includes('_')) return fault('dns:error.hostUnderscore', { type: scope.type }, 'target');
  const params: Params = new Map();
  for (let i = from + 2; i < words.count; i++) {
    const wrong = addParam(words, i, params);
    if (wrong) return { ...wrong, part: 'params' };
  }
  if (priority === 0 && params.size > 0) return fault('dns:error.svcbAlias', {}, 'params');
  const wrong = consistencyFault(params);
  if (wrong) return { ...wrong, part: 'params' };
  const shown = [...params.keys()].sort((a, b) => a - b).map((number) => showParam(number, params.get(number) ?? []));
  return { content: [target, ...shown].join(' '), priority };
};

/** The parameters of a stored record, by key number, as bytes on the wire. */
export function splitParams(text: string): Params {
  const words = new Scanner(text);
  const params: Params = new Map();
  if (words.next()) for (let i = 0; i < words.count; i++) addParam(words, i, params);
  return params;
}

function addParam(words: Scanner, index: number, params: Params): Fault | null {
  const raw = words.word(index);
  if (words.flag(index) & isQuoted) return fault('dns:error.svcbParam', { param: raw });
  const equals = raw.indexOf('=');
  const name = equals < 0 ? raw : raw.slice(0, equals);
  const number = keyNumber(name);
  if (number < 0) return fault('dns:error.svcbKey', { param: name });
  if (params.has(number)) return fault('dns:error.svcbDuplicate', { param: name });
  const text = equals < 0 ? '' : raw.slice(equals + 1);
  const quoted = text.startsWith('"');
  if (words.flag(index) & hasInnerQuote && !/^"(?:[^"\\]|\\.)*"$/s.test(text)) return fault('dns:error.svcbParam', { param: raw });
  const bytes: number[] = [];
  if (!unescapeTo(quoted ? text.slice(1, -1) : text, bytes)) return fault('dns:error.svcbValue', { param: name });
  const value = readParam(number, bytes, name !== keyName(number));
  if (value === null) return fault('dns:error.svcbValue', { param: name });
  params.set(number, value);
  return null;
}

/** Rules between parameters: RFC 9460 sections 8 (mandatory) and 7.1.1 (no-default-alpn). */
function consistencyFault(params: Params): Fault | null {
  const mandatory = params.get(0) ?? [];
  for (let i = 0; i < mandatory.length; i += 2) {
    const number = (mandatory[i] ?? 0) * 256 + (mandatory[i + 1] ?? 0);
    if (!params.has(number)) return fault('dns:error.svcbMandatory', { param: keyName(number) });
  }
  return params.has(2) && !params.has(1) ? fault('dns:error.svcbNoAlpn') : null;
}
