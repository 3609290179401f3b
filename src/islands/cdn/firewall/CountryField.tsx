import { useMemo } from 'react';
import { countryOptions } from '../../../lib/format/countryOptions.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Combobox } from '../../ui/Combobox.tsx';
import { useHydrated } from '../../ui/useCompact.ts';

interface CountryFieldProps {
  value: string | null;
  onChange: (code: string) => void;
  onBlur?: () => void;
  label: string;
  /** Excluded countries. */
  without?: readonly string[];
}

/** A country, searched by its localized name or its ISO code. */
export function CountryField({ value, onChange, onBlur, label, without = [] }: CountryFieldProps) {
  const t = useT();
  const locale = currentLocale();
  const isHydrated = useHydrated();
  const options = useMemo(() => (isHydrated ? countryOptions(locale) : []), [isHydrated, locale]);
  return (
    <Combobox
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      label={label}
      closeLabel={t('common:close')}
      placeholder={t('firewall:value.countryPlaceholder')}
      emptyText={t('firewall:value.noCountry')}
      options={without.length > 0 ? options.filter((one) => !without.includes(one.value)) : options}
    />
  );
}
