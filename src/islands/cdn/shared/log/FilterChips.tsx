import { useT } from '../../../../lib/i18n/react.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { filterNames, noFilters } from './address.ts';
import type { LogFilterName } from './types.ts';
import { valueText } from './values.ts';

interface FilterChipsProps {
  values: Readonly<Record<LogFilterName, string>>;
  onChange: (values: Partial<Record<LogFilterName, string>>) => void;
}

/** The filters in effect; each can be removed. */
export function FilterChips({ values, onChange }: FilterChipsProps) {
  const t = useT();
  const set = filterNames.filter((name) => values[name] !== '');
  if (set.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div role="group" aria-label={t('report:filter.label')} className="flex flex-wrap items-center gap-2">
      {set.map((name) => {
        const value = values[name];
        const isNot = value.startsWith('!');
        const text = t(isNot ? 'report:filter.isNot' : 'report:filter.is', {
          field: t(`report:field.${name}`),
          value: valueText(t, name, isNot ? value.slice(1) : value),
        });
        return (
          <Chip key={name} onRemove={() => onChange({ [name]: '' })} removeLabel={t('report:filter.remove', { name: text })}>
            <span className="max-w-60 truncate">{text}</span>
          </Chip>
        );
      })}
      <Button size="sm" kind="ghost" onClick={() => onChange(noFilters)}>
        {t('report:filter.clear')}
      </Button>
    </div>
  );
}
