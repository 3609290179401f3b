import { Moon, Sun } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { captchaBoxes } from '../../../lib/rules/cdn/customPage/check.ts';
import { defaultStatuses, type PageKind, type PageVariable, pageVariables } from '../../../lib/rules/cdn/customPage/kinds.ts';
import { readTags } from '../../../lib/rules/cdn/customPage/tags.ts';
import { escapeHtml, fillPage } from '../../../lib/rules/cdn/customPage/variables.ts';
import { iso } from '../../../lib/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

/** Example values from documentation addresses (RFC 5737). */
const sampleParams = (host: string, kind: PageKind, statusCode: number | null, now: string): Record<PageVariable, string> => ({
  ray_id: '8f3a1c2b7d4e5f60',
  client_ip: '203.0.113.7',
  host,
  status: String(statusCode ?? defaultStatuses[kind]),
  time: now,
});

/**
 * A policy that blocks all loading, also from this site, the base of relative URLs. It is inserted after the
 * doctype, where browsers move it into the implied head.
 */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:">`;
function locked(html: string): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  return doctype + policy + html.slice(doctype.length);
}

interface PreviewProps {
  html: string;
  kind: PageKind;
  statusCode: number | null;
  host: string;
}

/**
 * The page as a visitor would see it, with sample values. Its frame is a sandbox without permissions, inherits the policy of this
 * page (HTML, section 7.1.7) and adds a stricter one: styles work, scripts don't run, nothing is loaded.
 */
export function Preview({ html, kind, statusCode, host }: PreviewProps) {
  const t = useT();
  const [look, setLook] = useState<'light' | 'dark'>(() => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'));
  const [now] = useState(() => `${iso(Date.now()).slice(0, 19)}Z`);
  const samples = useMemo(() => sampleParams(host, kind, statusCode, now), [host, kind, statusCode, now]);
  const [sample, captcha] = [t('customPage:preview.sample'), t('customPage:preview.captcha')];
  const filled = useMemo(() => {
    const box = kind === 'captcha' ? captchaBoxes(readTags(html))[0] : undefined;
    return fillPage(html, samples, {
      mark: (value) =>
        `<span title="${escapeHtml(sample)}" style="text-decoration:underline dotted;text-underline-offset:.2em">${value}</span>`,
      inBox: box && {
        at: box.to,
        html: `<div style="padding:20px;border:1px dashed;border-radius:8px;font:13px system-ui;opacity:.7">${escapeHtml(captcha)}</div>`,
      },
    });
  }, [html, kind, samples, sample, captcha]);
  return (
    <section aria-label={t('customPage:preview.title')} className="grid min-w-0 content-start gap-2.5">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h2 className="text-ui font-semibold">{t('customPage:preview.title')}</h2>
        <Segmented
          size="sm"
          label={t('customPage:preview.look')}
          value={look}
          onChange={setLook}
          segments={[
            { value: 'light', label: t('customPage:preview.light'), icon: Sun },
            { value: 'dark', label: t('customPage:preview.dark'), icon: Moon },
          ]}
        />
      </div>
      <iframe
        title={t('customPage:preview.frame')}
        sandbox=""
        srcDoc={locked(filled)}
        // A framed page uses the theme of its frame as the system theme.
        // Without support for dark themes, it is white.
        style={{ colorScheme: look, background: /color-scheme/i.test(html) ? 'Canvas' : '#fff' }}
        className="h-[420px] w-full rounded-lg border border-border lg:h-[560px]"
      />
      <p className="text-help text-text-3">{t('customPage:preview.note')}</p>
      <details className="text-help">
        <summary className="cursor-pointer text-text-2">{t('customPage:preview.samples')}</summary>
        <dl className="mt-2 grid gap-1">
          {pageVariables.map((name) => (
            <div key={name} className="flex flex-wrap items-center gap-x-2">
              <dt className="text-text-2">{t(`customPage:variable.${name}`)}</dt>
              <dd className="flex items-center gap-2">
                <bdi dir="ltr" className="mono [overflow-wrap:anywhere]">
                  {samples[name]}
                </bdi>
                <Badge square>{sample}</Badge>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
