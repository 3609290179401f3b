import { Info, TriangleAlert } from 'lucide-react';
import type { RuleImpact } from '../../../../lib/contract/cdn/impact.ts';
import { formatDateTime } from '../../../../lib/format/date.ts';
import { formatNumber, formatPercent } from '../../../../lib/format/number.ts';
import { counted } from '../../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../../lib/i18n/react.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import type { Icon, Tone } from '../../../ui/icon.ts';
import { simulatorHref } from '../simulatorHref.ts';

type Outcome = RuleImpact['changes'][number]['after'];
const tones: Partial<Record<Outcome, Tone>> = { blocked: 'danger', failed: 'danger', challenged: 'warning', maintenance: 'warning' };

interface ImpactResultProps {
  impact: RuleImpact;
  domainName: string;
  /** The rule was changed after the preview. */
  isStale: boolean;
}

/** The figures of a preview, and examples that lead to the simulator. */
export function ImpactResult({ impact, domainName, isStale }: ImpactResultProps) {
  const t = useT();
  const locale = currentLocale();
  const { requests, matched, changed, changes, samples, blind, partial, from } = impact;
  if (requests === 0)
    return (
      <>
        <p className="font-semibold">{t('impact:none')}</p>
        <p className="text-help text-text-2">{t('impact:noneText')}</p>
      </>
    );
  const share = formatPercent((changed > 0 ? changed : matched) / requests, locale, { maximumFractionDigits: 1 });
  const total = formatNumber(requests, locale);
  const headline =
    changed > 0
      ? t('impact:changed', counted(changed, locale))
      : matched > 0
        ? t('impact:same', counted(matched, locale))
        : t('impact:noMatch', counted(requests, locale));
  return (
    <div className="grid gap-3">
      {isStale && <Hint icon={TriangleAlert} text={t('impact:stale')} warns />}
      <div>
        <p className="font-semibold">{headline}</p>
        {matched + changed > 0 && (
          <p className="text-help text-text-2">{t('impact:ofAll', { share, total, time: formatDateTime(from, locale) })}</p>
        )}
        {partial && <p className="text-help text-text-2">{t('impact:partial', { n: total })}</p>}
      </div>
      {changes.length > 0 && (
        <ul className="grid gap-1.5">
          {changes.map(({ before, after, requests: n }) => (
            <li key={`${before} ${after}`} className="flex items-center gap-3">
              <Change before={before} after={after} />
              <span className="num ms-auto">{formatNumber(n, locale)}</span>
            </li>
          ))}
        </ul>
      )}
      {blind.map((spot) => (
        <Hint key={spot} icon={Info} text={t(`impact:blind.${spot}`)} />
      ))}
      {samples.length > 0 && (
        <details>
          <summary className="cursor-pointer text-help text-text-2">{t('impact:samples')}</summary>
          <ul className="mt-2 grid gap-2 text-help">
            {samples.map((sample) => (
              <li key={sample.requestId} className="grid gap-0.5">
                <a
                  href={simulatorHref(domainName, {
                    url: `https://${sample.host}${sample.path}`,
                    method: sample.method,
                    ip: sample.ip,
                    ...(sample.country && { country: sample.country }),
                  })}
                  target="_blank"
                  rel="noreferrer"
                  className="link mono justify-self-start [overflow-wrap:anywhere]"
                  dir="ltr"
                >
                  {sample.method} {sample.host}
                  {sample.path}
                </a>
                <span className="flex flex-wrap items-center gap-x-2 text-caption text-text-3">
                  <bdi dir="ltr">{sample.ip}</bdi>
                  <time dateTime={sample.time}>{formatDateTime(sample.time, locale)}</time>
                  {sample.before !== sample.after && <Change before={sample.before} after={sample.after} />}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Change({ before, after }: { before: Outcome; after: Outcome }) {
  const t = useT();
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone={tones[before]}>{t(`impact:outcome.${before}`)}</Badge>
      <span aria-hidden className="text-text-3 rtl:-scale-x-100">
        →
      </span>
      <Badge tone={tones[after]}>{t(`impact:outcome.${after}`)}</Badge>
    </span>
  );
}

function Hint({ icon: HintIcon, text, warns = false }: { icon: Icon; text: string; warns?: boolean }) {
  return (
    <p className={warns ? 'flex gap-1.5 text-help text-warning' : 'flex gap-1.5 text-help text-text-2'}>
      <HintIcon aria-hidden className="mt-0.5 size-3.5 flex-none" />
      <span>{text}</span>
    </p>
  );
}
