import { useEffect, useState } from 'react';
import type { Judged } from '../../lib/rules/ssl/judge.ts';

export interface Texts {
  certificate: string;
  privateKey: string;
  caBundle: string;
}

interface Judging {
  zone: string;
  /** The key that is stored stands in for an empty field. */
  keepsKey: boolean;
}

/** Judges now. The rules and the library under them come with the first text. */
export async function judgeTexts({ certificate, privateKey, caBundle }: Texts, { zone, keepsKey }: Judging): Promise<Judged> {
  const { judge } = await import('../../lib/rules/ssl/judge.ts');
  const isKept = keepsKey && privateKey.trim() === '';
  return judge({ certificate, privateKey: isKept ? null : privateKey, caBundle, zone, now: Date.now() });
}

const PAUSE_MS = 200;

/** What is in the fields, judged a moment after the last key. Null: nothing is. */
export function useJudged(
  { certificate, privateKey, caBundle }: Texts,
  { zone, keepsKey }: Judging,
): { judged: Judged | null; isBusy: boolean } {
  const [judged, setJudged] = useState<Judged | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (`${certificate}${privateKey}${caBundle}`.trim() === '') {
      setJudged(null);
      setBusy(false);
      return;
    }
    let over = false;
    setBusy(true);
    const timer = setTimeout(async () => {
      const found = await judgeTexts({ certificate, privateKey, caBundle }, { zone, keepsKey }).catch(() => null);
      if (over) return;
      setJudged(found);
      setBusy(false);
    }, PAUSE_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [certificate, privateKey, caBundle, zone, keepsKey]);
  return { judged, isBusy };
}
