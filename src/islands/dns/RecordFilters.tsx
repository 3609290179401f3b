import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { recordTypes } from '../../lib/rules/dns/types.ts';
import { Chip } from '../ui/Chip.tsx';
import { DomainText } from '../ui/DomainText.tsx';
import { Field } from '../ui/Field.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Select } from '../ui/Select.tsx';
import type { RecordView, Shown } from './view.ts';

interface RecordFiltersProps {
  view: RecordView;
  shown: Shown;
  onChange: (change: Partial<RecordView>) => void;
  phone: boolean;
}

export function RecordFilters({ view, shown, onChange, phone }: RecordFiltersProps) {
  const t = useT();
  const count = (value: number) => formatNumber(value, currentLocale());
  return (
    <FilterBar
      search={<SearchInput value={view.q} onChange={(q) => onChange({ q })} label={t('dns:search')} clearLabel={t('common:clear')} />}
      chipsLabel={t('dns:filter.types')}
      chips={
        <>
          <Chip pressed={view.type === ''} onClick={() => onChange({ type: '' })} count={count(shown.all)}>
            {t('dns:filter.all')}
          </Chip>
          {recordTypes
            .filter((type) => shown.types.has(type) || view.type === type)
            .map((type) => (
              <Chip
                key={type}
                pressed={view.type === type}
                onClick={() => onChange({ type: view.type === type ? '' : type })}
                count={count(shown.types.get(type) ?? 0)}
              >
                <DomainText>{type}</DomainText>
              </Chip>
            ))}
          {phone
            ? (['on', 'off'] as const).map((proxy) => (
                <Chip key={proxy} pressed={view.proxy === proxy} onClick={() => onChange({ proxy: view.proxy === proxy ? '' : proxy })}>
                  {t(`dns:proxy.${proxy}`)}
                </Chip>
              ))
            : view.proxy && (
                <Chip onRemove={() => onChange({ proxy: '' })} removeLabel={t('dns:filter.removeProxy')}>
                  {view.proxy === 'on' ? t('dns:proxy.on') : t('dns:proxy.off')}
                </Chip>
              )}
        </>
      }
      end={
        !phone && (
          <Field label={t('dns:filter.proxy')} hideLabel>
            <Select
              value={view.proxy}
              onChange={(proxy) => onChange({ proxy })}
              label={t('dns:filter.proxy')}
              closeLabel={t('common:close')}
              options={[
                { value: '', label: t('dns:filter.any') },
                { value: 'on', label: t('dns:proxy.on') },
                { value: 'off', label: t('dns:proxy.off') },
              ]}
            />
          </Field>
        )
      }
    />
  );
}
