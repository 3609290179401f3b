import { chromium as browserType } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { browserOptions } from '../../scripts/lib/needs.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
export const categories: Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

export interface Audit {
  /** 0 to 100, in the order of the requested categories. */
  scores: number[];
  /** Why the page could not be measured. */
  failure: string | undefined;
  /** First and largest contentful paint and total blocking time, in milliseconds; NaN if missing, because 0 would look like a value. */
  paint: number;
  largest: number;
  blocked: number;
  /** Failed audits, as `category: audit (score)`. */
  lost: string[];
}

export interface Auditor extends AsyncDisposable {
  /** One run of Lighthouse: the performance score varies by a few points. */
  audit(url: string, options?: { only?: Category[]; desktop?: boolean; cookie?: string }): Promise<Audit>;
}

export async function openAuditor(): Promise<Auditor> {
  const port = await freePort();
  const browser = await browserType.launch(browserOptions(`--remote-debugging-port=${port}`));
  return {
    async audit(url, { only = categories, desktop = false, cookie = '' } = {}) {
      const result = await lighthouse(
        url,
        { port, onlyCategories: only, logLevel: 'silent', ...(cookie && { extraHeaders: { cookie } }) },
        desktop ? desktopConfig : undefined,
      );
      if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
      const { lhr } = result;
      const ms = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
      return {
        scores: only.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
        failure: lhr.runtimeError?.code,
        paint: ms('first-contentful-paint'),
        largest: ms('largest-contentful-paint'),
        blocked: ms('total-blocking-time'),
        lost: only.flatMap((category) =>
          (lhr.categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
            const score = lhr.audits[id]?.score ?? 1;
            return weight > 0 && score < 0.995 ? [`${category}: ${id} (${Math.round(score * 100)})`] : [];
          }),
        ),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
