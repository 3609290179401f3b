import { useT } from '../../../lib/i18n/react.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { RadioCards } from '../../ui/RadioCards.tsx';

/** A domain, server or storage space of the account. */
export interface OwnItem {
  id: string;
  name: string;
}

interface ScopeFieldProps {
  kind: 'domains' | 'servers' | 'spaces';
  help?: string | undefined;
  /** Not all of them can be chosen at once. */
  onlySome?: boolean;
  items: readonly OwnItem[];
  /** Null: all of them. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (ids: string[] | null) => void;
}

/** All domains, servers or spaces of the account, or chosen ones. */
export function ScopeField({ kind, help, onlySome = false, items, chosen, error, onChange }: ScopeFieldProps) {
  const t = useT();
  const texts = {
    domains: { label: t('apiKey:form.domains'), all: t('apiKey:form.allDomains'), some: t('apiKey:form.someDomains') },
    servers: { label: t('apiKey:form.servers'), all: t('apiKey:form.allServers'), some: t('apiKey:form.someServers') },
    spaces: { label: t('team:form.spaces'), all: t('team:form.allSpaces'), some: t('team:form.someSpaces') },
  }[kind];
  return (
    <Field label={texts.label} group help={help} error={error}>
      {!onlySome && (
        <RadioCards
          min={220}
          value={chosen === null ? 'all' : 'some'}
          onChange={(scope) => onChange(scope === 'all' ? null : [])}
          cards={[
            { value: 'all', label: texts.all },
            { value: 'some', label: texts.some, disabled: items.length === 0 },
          ]}
        />
      )}
      {chosen !== null && (
        <div className="mt-3 first:mt-0 grid max-h-52 gap-2 overflow-y-auto sm:grid-cols-2">
          {items.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi dir="ltr">{name}</bdi>}
              checked={chosen.includes(id)}
              onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          ))}
        </div>
      )}
    </Field>
  );
}
