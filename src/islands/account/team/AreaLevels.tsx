import { hasArea } from '../../../browser/access.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { Area } from '../../../lib/rules/core/areas.ts';
import { type GrantedAccess, type GrantedRealm, grantedRealms } from '../../../lib/rules/core/role.ts';
import { Segmented } from '../../ui/Segmented.tsx';

/** The areas of the provider that a part of the panel belongs to; the others are in every panel. */
const areaOf: Partial<Record<GrantedRealm, Area>> = {
  domains: 'cdn',
  orders: 'cdn',
  cloud: 'servers',
  spaces: 'spaces',
  finance: 'finance',
  support: 'support',
};
const offers = (realm: GrantedRealm) => {
  const area = areaOf[realm];
  return area === undefined || hasArea(area);
};

type Level = 'none' | 'read' | 'write';

/** One level per area that can be granted to a member. */
export function AreaLevels({ value, onChange }: { value: GrantedAccess; onChange: (access: GrantedAccess) => void }) {
  const t = useT();
  const names: Record<Level, string> = { none: t('team:form.none'), read: t('team:form.read'), write: t('team:form.write') };
  const set = (realm: GrantedRealm, level: Level) => {
    const { [realm]: _, ...rest } = value;
    onChange(level === 'none' ? rest : { ...rest, [realm]: level });
  };
  return (
    <ul className="grid text-ui">
      {(Object.keys(grantedRealms) as GrantedRealm[]).filter(offers).map((realm) => (
        <li key={realm} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-border py-1.5 not-first:border-t">
          <span className="min-w-0">{t(`team:area.${realm}`)}</span>
          <Segmented<Level>
            size="sm"
            label={t(`team:area.${realm}`)}
            value={value[realm] ?? 'none'}
            onChange={(level) => set(realm, level)}
            segments={(['none', ...grantedRealms[realm]] as const).map((level) => ({ value: level, label: names[level] }))}
          />
        </li>
      ))}
    </ul>
  );
}
