import { countryName } from '../../../lib/format/country.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CountryField } from './CountryField.tsx';

interface ChosenCountriesProps {
  /** Codes. */
  countries: readonly string[];
  onChange: (countries: string[]) => void;
  label: string;
}

/** The chosen countries; each can be removed. */
export function ChosenCountries({ countries, onChange, label }: ChosenCountriesProps) {
  const t = useT();
  return (
    <ul className="flex flex-wrap gap-2" aria-label={label}>
      {countries.map((code) => {
        const country = countryName(code, currentLocale());
        return (
          <li key={code}>
            <Chip
              onRemove={() => onChange(countries.filter((one) => one !== code))}
              removeLabel={t('firewall:country.remove', { country })}
            >
              {country}
            </Chip>
          </li>
        );
      })}
    </ul>
  );
}

/** Adds a country to those that are chosen; it is empty again for the next. */
export function AddCountry({ countries, onChange, onBlur, label }: ChosenCountriesProps & { onBlur?: () => void }) {
  return (
    <CountryField
      key={countries.length}
      value={null}
      onChange={(code) => onChange([...countries, code])}
      {...(onBlur && { onBlur })}
      label={label}
      without={countries}
    />
  );
}
