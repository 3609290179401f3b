import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ColorContrast, colorContrasts, LEAST_CONTRAST, type MenuColors } from './brandContrast.ts';
import type { Brand } from './builtInBrand.ts';

const TOKENS = join(import.meta.dirname, '../layouts/styles/tokens.css');
type Theme = keyof Brand['colors'];
const themes: readonly Theme[] = ['light', 'dark'];

/** The menus of both themes, from the style sheet. */
export function readMenus(): Record<Theme, MenuColors> {
  const css = readFileSync(TOKENS, 'utf8');
  const ofTheme = (theme: Theme): MenuColors => {
    const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
    const token = (name: string) => {
      const value = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1];
      if (!value) throw new Error(`tokens.css has no --${name} for the ${theme} theme`);
      return value;
    };
    return { surface: token('surface-3'), selected: token('sel') };
  };
  return { light: ofTheme('light'), dark: ofTheme('dark') };
}

/** The contrasts of a brand's colors that are too low. Colors are `#rrggbb`. */
export function colorFaults(colors: Brand['colors']): (ColorContrast & { theme: Theme })[] {
  const menus = readMenus();
  return themes.flatMap((theme) =>
    colorContrasts(colors[theme], menus[theme])
      .filter(({ ratio }) => ratio < LEAST_CONTRAST)
      .map((fault) => ({ theme, ...fault })),
  );
}
