import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

export interface Stat {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** A Latin unit ("TB") keeps figure and unit left to right in every language. */
  unit?: string | undefined;
  /** The change; its colour means good or bad, not up or down. */
  delta?: { text: ReactNode; way: 'up' | 'down'; meaning: 'good' | 'bad' | 'neutral' };
  /** "vs. previous 30 days" */
  comparison?: ReactNode;
  /** 92 x 34, for example Sparkline. */
  spark?: ReactNode;
}

/** Three to five figures in one card; two per row on phones. */
export function StatStrip({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="card stats" style={{ '--cells': stats.length } as CSSProperties}>
      {stats.map(({ key, label, value, unit, delta, comparison, spark }) => (
        <div key={key} className="stat">
          <dt>{label}</dt>
          <dd>
            <div className="stat-value">
              <bdi dir={unit && /[A-Za-z]/.test(unit) ? 'ltr' : undefined}>
                {value}
                {unit && <small>{unit}</small>}
              </bdi>
            </div>
            {(delta || comparison) && (
              <div className="stat-delta" data-tone={delta && { good: 'success', bad: 'danger', neutral: undefined }[delta.meaning]}>
                {delta && (
                  <b>
                    {delta.way === 'up' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
                    {delta.text}
                  </b>
                )}
                {comparison}
              </div>
            )}
            {spark && <div className="stat-spark">{spark}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
