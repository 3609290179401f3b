import type { ApiKey } from '../../../lib/contract/account/apiKey.ts';
import { type Area, areas } from '../../../lib/contract/call.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { type AccessLevel, accessLevels, accountAreas, cloudAreas } from '../../../lib/rules/core/apiKeyAccess.ts';
import { Segmented } from '../../ui/Segmented.tsx';

type Access = ApiKey['access'];
const cloud: readonly Area[] = cloudAreas;
const account: readonly Area[] = accountAreas;
const cdn = areas.filter((area) => !cloud.includes(area) && !account.includes(area));

/** One level per area, and for all at once. */
export function AccessMatrix({ value, onChange }: { value: Access; onChange: (access: Access) => void }) {
  const t = useT();
  const segments = accessLevels.map((level) => ({ value: level, label: t(`apiKey:level.${level}`) }));
  const all = new Set(Object.values(value));
  const [only] = all;
  const setAll = (level: AccessLevel) => onChange(Object.fromEntries(areas.map((area) => [area, level])) as Access); // every area
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
        <section aria-label={t('apiKey:form.cdn')}>
          <h3 className="mb-1 text-help text-text-2">{t('apiKey:form.cdn')}</h3>
          <ul>{cdn.map(row)}</ul>
        </section>
        <div className="grid content-start gap-4">
          <section aria-label={t('apiKey:form.cloud')}>
            <h3 className="mb-1 text-help text-text-2">{t('apiKey:form.cloud')}</h3>
            <ul>{cloud.map(row)}</ul>
          </section>
          <section aria-label={t('apiKey:form.account')}>
            <h3 className="mb-1 text-help text-text-2">{t('apiKey:form.account')}</h3>
            <ul>{account.map(row)}</ul>
            <p className="mt-1 text-help text-text-3">{t('apiKey:form.accountHelp')}</p>
          </section>
        </div>
      </div>
    </div>
  );
}
