import { CircleAlert, CircleCheck } from 'lucide-react';
import { colorContrasts, LEAST_CONTRAST } from '../../../config/brandContrast.ts';
import type { BrandColors } from '../../../config/builtInBrand.ts';
import type { OperatorBrand } from '../../../lib/contract/operator/operatorBrand.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { BrandForm } from './brandForm.ts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
const names = ['brand', 'brandHover', 'onBrand', 'brandText'] as const satisfies readonly (keyof BrandColors)[];
const isHex = (color: string) => /^#[\da-f]{6}$/i.test(color);

interface ColorsCardProps {
  form: BrandForm;
  colors: Record<Theme, BrandColors>;
  menus: OperatorBrand['menus'];
  onChange: (name: `colors.${Theme}.${keyof BrandColors}`, color: string) => void;
}

/** The colors of both themes, each pair with its contrast. */
export function ColorsCard({ form, colors, menus, onChange }: ColorsCardProps) {
  const t = useT();
  const { errors } = form.formState;
  return (
    <Card title={t('operatorBrand:field.colors')} sub={t('operatorBrand:help.colors', { least: LEAST_CONTRAST })} line>
      <div className="grid gap-6 sm:grid-cols-2">
        {themes.map((theme) => (
          <fieldset key={theme} className="grid content-start gap-4">
            <legend className="mb-3 text-ui font-semibold text-text">{t(`operatorBrand:field.${theme}`)}</legend>
            {names.map((name) => (
              <ColorField
                key={name}
                label={t(`operatorBrand:field.${name}`)}
                value={colors[theme][name]}
                onChange={(color) => onChange(`colors.${theme}.${name}`, color)}
                error={errors.colors?.[theme]?.[name]?.message}
              />
            ))}
            <Contrasts colors={colors[theme]} menu={menus[theme]} />
          </fieldset>
        ))}
      </div>
    </Card>
  );
}

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (color: string) => void;
  error: string | undefined;
}
function ColorField({ label, value, onChange, error }: ColorFieldProps) {
  const t = useT();
  return (
    <Field label={label} error={error}>
      <TextInput
        mono
        value={value}
        maxLength={7}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value.trim())}
        end={
          <input
            type="color"
            aria-label={t('operatorBrand:pick', { label })}
            className="size-6 flex-none cursor-pointer rounded-sm bg-transparent p-0"
            value={isHex(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
    </Field>
  );
}

/** The measured contrasts of a theme, as long as its colors are valid. */
function Contrasts({ colors, menu }: { colors: BrandColors; menu: OperatorBrand['menus'][Theme] }) {
  const t = useT();
  const locale = currentLocale();
  if (!Object.values(colors).every(isHex)) return null;
  return (
    <ul className="grid gap-1.5 text-caption" aria-label={t('operatorBrand:contrast.title')}>
      {colorContrasts(colors, menu).map(({ on, ratio }) => {
        const isEnough = ratio >= LEAST_CONTRAST;
        const Sign = isEnough ? CircleCheck : CircleAlert;
        return (
          <li key={on} className={cx('flex items-center gap-1.5', isEnough ? 'text-text-2' : 'text-danger')}>
            <Sign aria-hidden className="size-3.5 flex-none" />
            <span>{t(`operatorBrand:contrast.${on}`)}</span>
            <span className="ms-auto">
              <bdi dir="ltr" className="num">
                {formatNumber(ratio, locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}:{formatNumber(1, locale)}
              </bdi>
            </span>
            <span className="sr-only">{t(isEnough ? 'operatorBrand:contrast.enough' : 'operatorBrand:contrast.low')}</span>
          </li>
        );
      })}
    </ul>
  );
}
