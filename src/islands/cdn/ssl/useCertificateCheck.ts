import { useEffect, useState } from 'react';
import type { CertificateCheck } from '../../../lib/rules/cdn/ssl/validateCertificate.ts';

export interface Texts {
  certificate: string;
  privateKey: string;
  caBundle: string;
}

interface CheckContext {
  zone: string;
  /** An empty field keeps the stored key. */
  keepsKey: boolean;
}

/** Validates the texts. The rules and their X.509 library are loaded on first use. */
export async function checkTexts(
  { certificate, privateKey, caBundle }: Texts,
  { zone, keepsKey }: CheckContext,
): Promise<CertificateCheck> {
  const { validateCertificate } = await import('../../../lib/rules/cdn/ssl/validateCertificate.ts');
  const isKept = keepsKey && privateKey.trim() === '';
  return validateCertificate({ certificate, privateKey: isKept ? null : privateKey, caBundle, zone, now: Date.now() });
}

const PAUSE_MS = 200;

/** The result for the current fields, debounced while typing; null while all are empty. */
export function useCertificateCheck(
  { certificate, privateKey, caBundle }: Texts,
  { zone, keepsKey }: CheckContext,
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
      const found = await checkTexts({ certificate, privateKey, caBundle }, { zone, keepsKey }).catch(() => null);
      if (over) return;
      setCheck(found);
      setBusy(false);
    }, PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [certificate, privateKey, caBundle, zone, keepsKey]);
  return { check, isBusy };
}
