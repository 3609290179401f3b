import { useEffect, useState } from 'react';
import type { CertificateCheck, CertificateInput } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';

export interface Texts {
  certificate: string;
  privateKey: string;
  caBundle: string;
}

interface CheckContext {
  zone: string;
  /** An empty field keeps the stored key. */
  isKeyOptional: boolean;
}

const certificateInput = ({ certificate, privateKey, caBundle }: Texts, { zone, isKeyOptional }: CheckContext): CertificateInput => {
  const isUnchanged = isKeyOptional && privateKey.trim() === '';
  return { certificate, privateKey: isUnchanged ? null : privateKey, caBundle, zone, now: Date.now() };
};

/** Validates the texts as the provider will. The rules and their X.509 library are loaded on first use. */
export async function checkTexts(texts: Texts, context: CheckContext): Promise<CertificateCheck> {
  const { validateRepaired } = await import('../../../lib/rules/cdn/ssl/repair.ts');
  return validateRepaired(certificateInput(texts, context));
}

/** The faults of the texts as they are, with the corrections that the form offers. */
async function certificateFaults(texts: Texts, context: CheckContext): Promise<CertificateCheck> {
  const { validateCertificate } = await import('../../../lib/rules/cdn/ssl/validateCertificate.ts');
  return validateCertificate(certificateInput(texts, context));
}

const PAUSE_MS = 200;

/** The result for the current fields, debounced while typing; null while all are empty. */
export function useCertificateCheck(
  { certificate, privateKey, caBundle }: Texts,
  { zone, isKeyOptional }: CheckContext,
): { check: CertificateCheck | null; isBusy: boolean } {
  const [check, setCheck] = useState<CertificateCheck | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (`${certificate}${privateKey}${caBundle}`.trim() === '') {
      setCheck(null);
      setBusy(false);
      return;
    }
    let over = false;
    setBusy(true);
    const timer = setTimeout(async () => {
      const found = await certificateFaults({ certificate, privateKey, caBundle }, { zone, isKeyOptional }).catch(() => null);
      if (over) return;
      setCheck(found);
      setBusy(false);
    }, PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [certificate, privateKey, caBundle, zone, isKeyOptional]);
  return { check, isBusy };
}
