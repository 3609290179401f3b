import { Check } from 'lucide-react';
import type { CSSProperties } from 'react';
import { type BrandColors, builtInBrand } from '../../../config/builtInBrand.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Mark } from '../../ui/Mark.tsx';
import type { BrandValues } from './brandForm.ts';
import { imageUrl } from './ImagesCard.tsx';

const themes = ['light', 'dark'] as const;

/** The properties of the style sheet; a color that is still being typed has the built-in value. */
const toStyle = (colors: BrandColors, usual: BrandColors) => {
  const color = (name: keyof BrandColors) => (/^#[\da-f]{6}$/i.test(colors[name]) ? colors[name] : usual[name]);
  return {
    '--brand': color('brand'),
    '--brand-hover': color('brandHover'),
    '--brand-text': color('brandText'),
    '--on-brand': color('onBrand'),
  } as CSSProperties; // React's type has no custom properties
};

/** What the form contains, in both themes: a header, a button, a link, and a menu with a selected row. */
export function Preview({ values: { name, motto, colors, logo } }: { values: BrandValues }) {
  const t = useT();
  const locale = currentLocale();
  return (
    <div className="grid gap-4">
      {themes.map((theme) => (
        <div
          key={theme}
          role="img"
          aria-label={t('operatorBrand:preview.of', { theme: t(`operatorBrand:field.${theme}`), name: name[locale] })}
          data-theme={theme}
          style={toStyle(colors[theme], builtInBrand.colors[theme])}
          className="overflow-hidden rounded-lg border border-border bg-surface text-text"
        >
          <div className="flex min-w-0 items-center border-b border-border bg-canvas px-4 py-3">
            <Mark
              size={24}
              logo={logo === null ? null : imageUrl(logo)}
              name={<bdi className="min-w-0 break-words">{name[locale] || '–'}</bdi>}
            />
          </div>
          <div className="grid justify-items-start gap-3 p-4">
            {motto[locale] && <p className="text-ui text-text-2">{motto[locale]}</p>}
            <div className="flex flex-wrap gap-2">
              <span className="btn btn-primary">{t('operatorBrand:preview.button')}</span>
              <span className="btn btn-primary" style={{ background: 'var(--brand-hover)' }}>
                {t('operatorBrand:preview.pointedAt')}
              </span>
            </div>
            <span className="text-ui text-brand-text underline">{t('operatorBrand:preview.link')}</span>
            <div className="w-full rounded-md border border-border bg-surface-3 p-1 text-ui">
              <div
                className="flex items-center justify-between rounded-sm px-2.5 py-1.5 text-brand-text"
                style={{ background: 'var(--sel)' }}
              >
                {t('operatorBrand:preview.selected')}
                <Check aria-hidden className="size-4" />
              </div>
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
