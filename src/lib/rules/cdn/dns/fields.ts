import { latinDigits } from '../../../format/digits.ts';
import type { TKey } from '../../../i18n/keys.ts';
import { type Data, type RecordData, type RecordType, recordExamples } from '../../core/dnsTypes.ts';
import { Scanner } from '../zone/scan.ts';
import { dsDigestTypes, sshfpAlgorithms, sshfpTypes, tlsaMatchings, tlsaSelectors, tlsaUsages } from './rdata/digest.ts';
import { certTypeNames, certTypes } from './rdata/key.ts';
import { maxUint16 } from './rdata/simple.ts';
import { decodeContent, quote, textBytes, unescapeTo } from './text.ts';

/** One input of a record's form. Names are those of `split` and `join`; `content`, `priority`, `weight` and `port` are the record's own. */
export interface FieldSpec {
  name: string;
  kind: 'host' | 'ipv4' | 'ipv6' | 'number' | 'text' | 'choice' | 'hex' | 'url' | 'textarea';
  min?: number;
  max?: number;
  /** Registry values with their registered names, which are the same in every language. */
  options?: readonly { value: string; label: string }[];
  labelKey: TKey;
  hintKey?: TKey;
  example: string;
  /** May be left empty. */
  optional?: true;
}

const priority: FieldSpec = {
  name: 'priority',
  kind: 'number',
  min: 0,
  max: maxUint16,
  labelKey: 'dns:field.priority',
  hintKey: 'dns:field.priorityHint',
  example: '10',
};
const weight: FieldSpec = {
  name: 'weight',
  kind: 'number',
  min: 0,
  max: maxUint16,
  labelKey: 'dns:field.weight',
  hintKey: 'dns:field.weightHint',
  example: '5',
};
const port: FieldSpec = { name: 'port', kind: 'number', min: 0, max: maxUint16, labelKey: 'dns:field.port', example: '5060' };
const host = (labelKey: TKey, example: string): FieldSpec => ({
  name: 'content',
  kind: 'host',
  labelKey,
  hintKey: 'dns:field.hostHint',
  example,
});
const number = (name: string, max: number, labelKey: TKey, example: string): FieldSpec => ({
  name,
  kind: 'number',
  min: 0,
  max,
  labelKey,
  example,
});

const choice = (name: string, labelKey: TKey, example: string, values: readonly number[], labels: readonly string[]): FieldSpec => ({
  name,
  kind: 'choice',
  options: values.map((value, index) => ({ value: String(value), label: `${value} ${labels[index] ?? ''}`.trim() })),
  labelKey,
  example,
});

const bindings: readonly FieldSpec[] = [
  { ...priority, hintKey: 'dns:field.svcPriorityHint', example: '1' },
  { name: 'target', kind: 'host', labelKey: 'dns:field.target', hintKey: 'dns:field.svcTargetHint', example: '.' },
  { name: 'params', kind: 'text', labelKey: 'dns:field.params', hintKey: 'dns:field.paramsHint', example: 'alpn=h2,h3', optional: true },
];

/** TLSA and SMIMEA. */
const certificates: readonly FieldSpec[] = [
  choice('usage', 'dns:field.usage', '3', tlsaUsages, ['PKIX-TA', 'PKIX-EE', 'DANE-TA', 'DANE-EE', 'PrivCert']),
  choice('selector', 'dns:field.selector', '1', tlsaSelectors, ['Cert', 'SPKI', 'PrivSel']),
  choice('matching', 'dns:field.matching', '1', tlsaMatchings, ['Full', 'SHA2-256', 'SHA2-512', 'PrivMatch']),
  { name: 'data', kind: 'hex', labelKey: 'dns:field.certificateData', example: 'd2abde…' },
];

/** The fields of each type's data, in the order of the form. The record's name is a separate field (`splitServiceName` for SRV). */
export const recordFields: Readonly<Record<RecordType, readonly FieldSpec[]>> = {
  A: [{ name: 'content', kind: 'ipv4', labelKey: 'dns:field.ipv4', example: recordExamples.A }],
  AAAA: [{ name: 'content', kind: 'ipv6', labelKey: 'dns:field.ipv6', example: recordExamples.AAAA }],
  CNAME: [host('dns:field.target', 'www.example.com')],
  MX: [priority, host('dns:field.mailServer', 'mail.example.com')],
  TXT: [{ name: 'content', kind: 'textarea', labelKey: 'dns:field.text', hintKey: 'dns:field.textHint', example: 'v=spf1 -all' }],
  NS: [host('dns:field.nameServer', 'ns1.example.com')],
  SRV: [priority, weight, port, host('dns:field.target', 'sip.example.com')],
  CAA: [
    { ...choice('flags', 'dns:field.flags', '0', [0, 128], ['', 'critical']), hintKey: 'dns:field.caaFlagsHint' },
    {
      name: 'tag',
      kind: 'choice',
      options: ['issue', 'issuewild', 'iodef', 'issuemail', 'contactemail', 'contactphone'].map((value) => ({ value, label: value })),
      labelKey: 'dns:field.tag',
      hintKey: 'dns:field.caaTagHint',
      example: 'issue',
    },
    { name: 'value', kind: 'text', labelKey: 'dns:field.value', hintKey: 'dns:field.caaValueHint', example: 'letsencrypt.org' },
  ],
  PTR: [host('dns:field.hostName', 'host.example.com')],
  TLSA: certificates,
  SSHFP: [
    choice('algorithm', 'dns:field.algorithm', '4', sshfpAlgorithms, ['RSA', 'DSA', 'ECDSA', 'Ed25519', 'XMSS', 'Ed448']),
    choice('fingerprintType', 'dns:field.fingerprintType', '2', sshfpTypes, ['SHA-1', 'SHA-256']),
    { name: 'fingerprint', kind: 'hex', labelKey: 'dns:field.fingerprint', hintKey: 'dns:field.fingerprintHint', example: 'a87f1b…' },
  ],
  HTTPS: bindings,
  SVCB: bindings,
  NAPTR: [
    number('order', maxUint16, 'dns:field.order', '10'),
    number('preference', maxUint16, 'dns:field.preference', '100'),
    { name: 'flags', kind: 'text', labelKey: 'dns:field.flags', hintKey: 'dns:field.naptrFlagsHint', example: 's', optional: true },
    { name: 'service', kind: 'text', labelKey: 'dns:field.service', example: 'SIP+D2U', optional: true },
    { name: 'regexp', kind: 'text', labelKey: 'dns:field.regexp', example: '!^.*$!sip:info@example.com!', optional: true },
    { name: 'replacement', kind: 'host', labelKey: 'dns:field.replacement', hintKey: 'dns:field.replacementHint', example: '.' },
  ],
  DS: [
    number('keyTag', maxUint16, 'dns:field.keyTag', '12345'),
    number('algorithm', 255, 'dns:field.algorithm', '13'),
    choice('digestType', 'dns:field.digestType', '2', dsDigestTypes, [
      'SHA-1',
      'SHA-256',
      'GOST R 34.11-94',
      'SHA-384',
      'GOST R 34.11-2012',
      'SM3',
    ]),
    { name: 'digest', kind: 'hex', labelKey: 'dns:field.digest', example: '49fd46…' },
  ],
  LOC: [{ name: 'content', kind: 'text', labelKey: 'dns:field.location', hintKey: 'dns:field.locationHint', example: recordExamples.LOC }],
  URI: [priority, weight, { name: 'content', kind: 'url', labelKey: 'dns:field.uri', example: 'https://example.com/' }],
  DNAME: [host('dns:field.target', 'example.net')],
  HINFO: [
    { name: 'cpu', kind: 'text', labelKey: 'dns:field.cpu', example: 'x86-64', optional: true },
    { name: 'os', kind: 'text', labelKey: 'dns:field.os', example: 'Linux', optional: true },
  ],
  RP: [
    { name: 'mailbox', kind: 'host', labelKey: 'dns:field.mailbox', hintKey: 'dns:field.mailboxHint', example: 'hostmaster.example.com' },
    { name: 'textName', kind: 'host', labelKey: 'dns:field.textName', hintKey: 'dns:field.textNameHint', example: '.' },
  ],
  SMIMEA: certificates,
  OPENPGPKEY: [
    { name: 'content', kind: 'textarea', labelKey: 'dns:field.publicKey', hintKey: 'dns:field.publicKeyHint', example: 'mDMEX…' },
  ],
  CERT: [
    choice('certType', 'dns:field.certType', '1', certTypes, certTypeNames),
    number('keyTag', maxUint16, 'dns:field.keyTag', '0'),
    number('algorithm', 255, 'dns:field.algorithm', '0'),
    { name: 'data', kind: 'text', labelKey: 'dns:field.certificateData', example: 'MIIB…' },
  ],
};

/** Types whose content has several parts, and how many words the last part takes: one, or all that remain. */
const parted: Readonly<Partial<Record<RecordType, { names: readonly string[]; strings: readonly string[]; rest: boolean }>>> = {
  CAA: { names: ['flags', 'tag', 'value'], strings: ['value'], rest: false },
  TLSA: { names: ['usage', 'selector', 'matching', 'data'], strings: [], rest: true },
  SSHFP: { names: ['algorithm', 'fingerprintType', 'fingerprint'], strings: [], rest: true },
  HINFO: { names: ['cpu', 'os'], strings: ['cpu', 'os'], rest: false },
  RP: { names: ['mailbox', 'textName'], strings: [], rest: false },
  SMIMEA: { names: ['usage', 'selector', 'matching', 'data'], strings: [], rest: true },
  CERT: { names: ['certType', 'keyTag', 'algorithm', 'data'], strings: [], rest: true },
  DS: { names: ['keyTag', 'algorithm', 'digestType', 'digest'], strings: [], rest: true },
  HTTPS: { names: ['target', 'params'], strings: [], rest: true },
  SVCB: { names: ['target', 'params'], strings: [], rest: true },
  NAPTR: {
    names: ['order', 'preference', 'flags', 'service', 'regexp', 'replacement'],
    strings: ['flags', 'service', 'regexp'],
    rest: false,
  },
};

function plainText(word: string): string {
  const bytes: number[] = [];
  return unescapeTo(word, bytes) ? decodeContent(bytes) : word;
}

/** A record → its form values, by field name. Works on any content, even if it no longer passes the rules. */
export function split(record: RecordData): Record<string, string> {
  const values: Record<string, string> = { content: record.content };
  for (const name of ['priority', 'weight', 'port'] as const) if (record[name] !== undefined) values[name] = String(record[name]);
  const shape = parted[record.type];
  if (!shape) return values;
  delete values.content;
  const words = new Scanner(record.content);
  words.next();
  for (const [index, name] of shape.names.entries()) {
    const last = shape.rest && index === shape.names.length - 1;
    const raw = index >= words.count ? '' : last ? words.text.slice(words.starts[index]) : words.word(index);
    values[name] = shape.strings.includes(name) ? plainText(raw) : raw;
  }
  return values;
}

/** A word as it is, or quoted if it would otherwise not be a single word: the rules then report the invalid part. */
const word = (value: string): string => (/^[^\s"();\\]+$/.test(value) ? value : quote(textBytes(value)));

/** Form values → the data of a record, to be validated by `checkRecord`. Invalid numbers are omitted. */
export function join(type: RecordType, parts: Readonly<Record<string, string | undefined>>): Data {
  const data: Data = { content: '' };
  const isNumber = (name: string) => recordFields[type].some((field) => field.name === name && field.kind === 'number');
  for (const name of ['priority', 'weight', 'port'] as const) {
    const text = latinDigits(parts[name] ?? '').trim();
    if (/^\d+$/.test(text) && isNumber(name)) data[name] = Number(text);
  }
  const shape = parted[type];
  if (!shape) return { ...data, content: parts.content ?? '' };
  const words = shape.names.map((name, index) => {
    const value = isNumber(name) ? latinDigits(parts[name] ?? '') : (parts[name] ?? '');
    if (shape.strings.includes(name)) return quote(textBytes(value.trim()));
    return shape.rest && index === shape.names.length - 1 ? value.trim() : word(value.trim());
  });
  return { ...data, content: words.join(' ').trim() };
}
