import { type Fault, fault, isFault } from '../../core/fault.ts';
import { hostName } from '../../core/hostName.ts';
import type { Duration } from '../edge/protection.ts';
import { type CheckMethod, maxPort, type RequestType } from './options.ts';

/** How the servers of a cluster are monitored. */
export interface Monitoring {
  requestType: RequestType;
  repetitionInterval: Duration;
  /** Milliseconds: a slower response counts as none. */
  expectedResponseTime: number;
  /** `200`, `200-299`. */
  expectedStatusCodes: string[];
  /** Name → text that its value must contain; empty: the header only has to be present. */
  expectedHeaders: Record<string, string>;
  sentHeaders: Record<string, string>;
  methodWhitelist: CheckMethod[];
  checkCertificate: boolean;
  /** Empty: the domain. */
  hostHeader: string;
  path: string;
  failuresBeforeDown: number;
  successesBeforeUp: number;
}

type Add = (field: string, fault: Fault) => void;

/** `200`, `2xx`, `200-299` → normalized; null when it isn't a status or its end is before its start (RFC 9110 section 15). */
export function readStatus(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const [, family] = /^([1-5])xx$/.exec(plain) ?? [];
  if (family) return `${family}00-${family}99`;
  const [, from = '', , to = from] = /^([1-5]\d\d)(\s*[-–]\s*([1-5]\d\d))?$/.exec(plain) ?? [];
  if (from === '' || Number(to) < Number(from)) return null;
  return from === to ? from : `${from}-${to}`;
}

/** Whether a status matches `200`, `200-299` … */
export const isExpected = (codes: readonly string[], status: number): boolean =>
  codes.some((code) => {
    const [from = 0, to = from] = code.split('-').map(Number);
    return status >= from && status <= to;
  });

/** Headers that the request sets itself, or that change how it is parsed (RFC 9110 section 7.6.1, RFC 9112 section 6). */
const ownHeaders = /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|proxy-.*)$/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;

function checkHeaders(headers: Record<string, string>, field: string, isSent: boolean, add: Add): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [typedName, value] of Object.entries(headers)) {
    const name = typedName.trim().toLowerCase();
    const text = value.trim();
    if (!token.test(name)) add(field, fault('cluster:error.headerName', { name: typedName }));
    else if (isSent && ownHeaders.test(name)) add(field, fault('cluster:error.headerOwn', { name }));
    else if (/[^\t\x20-\x7e\x80-\xff]/.test(text) || text.length > 500) add(field, fault('cluster:error.headerValue', { name }));
    else if (Object.hasOwn(out, name)) add(field, fault('cluster:error.headerTwice', { name }));
    else out[name] = text;
  }
  return out;
}

function checkHostHeader(input: string, zone: string): string | Fault {
  const text = input.trim();
  if (text === '') return '';
  const [, host = '', port] = /^(.*?)(?::(\d{1,6}))?$/.exec(text) ?? [];
  if (port !== undefined && (Number(port) < 1 || Number(port) > maxPort)) return fault('cluster:error.port', { max: maxPort });
  const name = host.includes('.') ? hostName(host, { zone, type: 'A' }) : fault('cluster:error.hostHeader', { value: text });
  if (isFault(name)) return name.key.startsWith('cluster:') ? name : fault('cluster:error.hostHeader', { value: text });
  return port === undefined ? name : `${name}:${Number(port)}`;
}

/** Validates monitoring settings of the right types. Errors go to `add` with the name of the field. @returns the normalized settings */
export function checkMonitoring(draft: Monitoring, zone: string, add: Add): Monitoring {
  const path = draft.path.trim() === '' ? '/' : draft.path.trim();
  if (!path.startsWith('/')) add('path', fault('cluster:error.pathSlash'));
  else if (/[^\x21-\x7e]|#/.test(path)) add('path', fault('cluster:error.path'));
  const hostHeader = checkHostHeader(draft.hostHeader, zone);
  if (isFault(hostHeader)) add('hostHeader', hostHeader);
  const codes = draft.expectedStatusCodes.map((text) => ({ text, code: readStatus(text) }));
  const wrong = codes.find(({ code }) => code === null);
  if (wrong) add('expectedStatusCodes', fault('cluster:error.status', { value: wrong.text }));
  else if (codes.length === 0 && draft.requestType !== 'tcp') add('expectedStatusCodes', fault('cluster:error.statusRequired'));
  if (draft.methodWhitelist.length === 0 && draft.requestType !== 'tcp') add('methodWhitelist', fault('cluster:error.method'));
  return {
    ...draft,
    path,
    hostHeader: isFault(hostHeader) ? '' : hostHeader,
    expectedStatusCodes: [...new Set(codes.flatMap(({ code }) => (code === null ? [] : [code])))],
    expectedHeaders: checkHeaders(draft.expectedHeaders, 'expectedHeaders', false, add),
    sentHeaders: checkHeaders(draft.sentHeaders, 'sentHeaders', true, add),
    methodWhitelist: [...new Set(draft.methodWhitelist)],
  };
}
