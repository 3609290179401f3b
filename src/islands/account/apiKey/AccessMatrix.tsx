import { hasArea } from '../../../browser/access.ts';
import type { ApiKey } from '../../../lib/contract/account/apiKey.ts';
import { type Area, areas } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type AccessLevel, accessLevels, keyAreaIn, keyFormPart } from '../../../lib/rules/core/apiKeyAccess.ts';
import { Segmented } from '../../ui/Segmented.tsx';

type Access = ApiKey['access'];
const columns = [['cdn'], ['cloud', 'account']] as const;

/** One level per area, and for all at once. */
export function AccessMatrix({ value, onChange }: { value: Access; onChange: (access: Access) => void }) {
  const t = useT();
  const segments = accessLevels.map((level) => ({ value: level, label: t(`apiKey:level.${level}`) }));
  const offered = areas.filter((area) => hasArea(keyAreaIn(area)));
  const all = new Set(offered.map((area) => value[area]));
  const [only] = all;
  const setAll = (level: AccessLevel) => onChange({ ...value, ...Object.fromEntries(offered.map((area) => [area, level])) });
  const row = (area: Area) => (
    <li key={area} className="flex items-center justify-between gap-3 border-border py-1.5 not-first:border-t">
      <span className="min-w-0">{t(`apiKey:area.${area}`)}</span>
      <Segmented
        size="sm"
        label={t(`apiKey:area.${area}`)}
        value={value[area]}
        onChange={(level) => onChange({ ...value, [area]: level })}
        segments={segments}
      />
    </li>
  );
  return (
    <div className="grid gap-3 text-ui">
      <div className="flex items-center justify-between gap-3 rounded-lg bg-sel px-3 py-2">
        <b className="font-semibold">{t('apiKey:form.all')}</b>
        <Segmented<AccessLevel | 'mixed'>
          size="sm"
          label={t('apiKey:form.all')}
          value={all.size === 1 && only ? only : 'mixed'}
          onChange={(level) => level !== 'mixed' && setAll(level)}
          segments={segments}
        />
      </div>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {columns.map((parts) => (
          <div key={parts[0]} className="grid content-start gap-4">
            {parts.map((part) => {
              const own = offered.filter((area) => keyFormPart(area) === part);
              return (
                own.length > 0 && (
                  <section key={part} aria-label={t(`apiKey:form.${part}`)}>
                    <h3 className="mb-1 text-help text-text-2">{t(`apiKey:form.${part}`)}</h3>
                    <ul>{own.map(row)}</ul>
                    {part === 'account' && <p className="mt-1 text-help text-text-3">{t('apiKey:form.accountHelp')}</p>}
                  </section>
                )
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
