import type { Event } from '../../../lib/contract/cdn/event.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { AttackKind } from '../shared/AttackKind.tsx';
import { patternName } from '../shared/log/values.ts';

const places = ['path', 'parameter', 'parameterName', 'header', 'cookie', 'body', 'request'] as const;

/** Where the WAF found something, the part that matched, and what an attacker would get. */
export function EventMatches({ matches }: Pick<Event, 'matches'>) {
  const t = useT();
  return (
    <section aria-label={t('event:field.matches')} className="min-w-0 max-w-[640px]">
      <h3 className="mb-1 text-ui font-semibold">{t('event:field.matches')}</h3>
      <ul className="grid min-w-0 gap-3">
        {matches.map(({ pattern, kind, place, name, text }, index) => {
          const known = places.find((one) => one === place);
          return (
            <li key={`${pattern} ${place} ${name}`} className="min-w-0">
              <p className="[overflow-wrap:anywhere]">
                {[patternName(t, pattern), known && t(`edge:place.${known}`, { name })].filter(Boolean).join(' · ')}
              </p>
              <p className="[overflow-wrap:anywhere]">
                <code dir="ltr">{text}</code>
              </p>
              {kind && index === matches.findIndex((one) => one.kind === kind) && <AttackKind kind={kind} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
