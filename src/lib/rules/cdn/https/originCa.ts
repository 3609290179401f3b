import { key } from '../../../i18n/key.ts';
import type { TKey } from '../../../i18n/keys.ts';
import { readPem, toPem } from '../ssl/pem.ts';

/** `off`: any certificate of the origin is accepted. `public`: one that browsers trust. `own`: one that a given authority has issued. `pin`: any with a given public key. */
export const originChecks = ['off', 'public', 'own', 'pin'] as const;
export type OriginCheck = (typeof originChecks)[number];

export const maxOriginCas = 20;
/** Characters of a pasted text. */
export const maxOriginCaText = 100_000;

/**
 * Reads the certificates that an origin may be verified with: of its authority, or its own if it is self-signed.
 * @returns them in standard form, or why the text can't be used
 */
export function readOriginCas(text: string): { pem: string } | { fault: TKey } {
  const { blocks, isCut } = readPem(text);
  if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY'))) return { fault: key('https:error.originKey') };
  const isCertificate = ({ label, der }: (typeof blocks)[number]) => label === 'CERTIFICATE' && der !== null;
  if (isCut || blocks.length === 0 || !blocks.every(isCertificate)) return { fault: key('https:error.originCa') };
  if (blocks.length > maxOriginCas) return { fault: key('https:error.originCas') };
  return { pem: blocks.flatMap(({ der }) => (der ? [toPem('CERTIFICATE', der)] : [])).join('') };
}

export const maxOriginPins = 10;
/** Characters of a pasted text. */
export const maxOriginPinText = 2_000;
/** As in RFC 7469 section 2.4: base64 of a SHA-256, which the usual notations precede with its name. */
const pinFormat = /^(?:sha256\/|pin-sha256=)?"?([A-Za-z0-9+/]{43}=)"?;?$/;

/**
 * Reads the hashes of public keys (SHA-256 of the SPKI, base64) that an origin may have, one a line.
 * @returns them without repetition, one a line, or why the text can't be used
 */
export function readOriginPins(text: string): { pins: string } | { fault: TKey } {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const pins = [...new Set(lines.map((line) => pinFormat.exec(line)?.[1] ?? ''))];
  return pins.length === 0 || pins.length > maxOriginPins || pins.includes('')
    ? { fault: key('https:error.originPins') }
    : { pins: pins.join('\n') };
}
