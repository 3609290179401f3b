import { Info, TriangleAlert } from 'lucide-react';
import { useT } from '../../../lib/i18n/react.tsx';
import type { Finding, State } from '../../../lib/rules/cdn/dns/mail/finding.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';

const tones = { missing: 'neutral', fine: 'success', weak: 'warning', wrong: 'danger' } as const;

/** The status of a part, in one word. */
export function MailBadge({ state }: { state: State }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(`dnsMail:state.${state}`)}</Badge>;
}

/** The findings for a record, most severe first. */
export function MailFindings({ findings }: { findings: readonly Finding[] }) {
  const t = useT();
  const order = { wrong: 0, weak: 1, note: 2 };
  if (findings.length === 0) return null;
  return (
    <ul className="grid gap-1.5">
      {findings
        .toSorted((a, b) => order[a.grade] - order[b.grade])
        .map(({ grade, key, params }) => {
          const Sign = grade === 'note' ? Info : TriangleAlert;
          return (
            <li
              key={`${key} ${JSON.stringify(params)}`}
              className={cx('flex gap-2 text-help', grade === 'wrong' ? 'text-danger' : grade === 'weak' ? 'text-warning' : 'text-text-2')}
            >
              <Sign aria-hidden className="mt-0.5 size-3.5 flex-none" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{t(key, params)}</span>
            </li>
          );
        })}
    </ul>
  );
}
