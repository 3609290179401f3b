import { key } from '../../../i18n/key.ts';
import type { TKey } from '../../../i18n/keys.ts';
import { readPem, toPem } from '../ssl/pem.ts';

/** `off`: any certificate of the origin is accepted. `public`: one that browsers trust. `own`: one that a given authority has issued. */
export const originChecks = ['off', 'public', 'own'] as const;
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
