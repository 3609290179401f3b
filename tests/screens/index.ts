import { matchRoute } from '../../src/lib/routes/index.ts';
import { accountScreens } from './account.ts';
import { cdnScreens } from './cdn.ts';
import { cloudScreens } from './cloud.ts';
import { coreScreens } from './core.ts';
import { financeScreens } from './finance.ts';
import { operatorScreens } from './operator.ts';
import type { Screen } from './screen.ts';
import { siteScreens } from './site.ts';
import { supportScreens } from './support.ts';

export { layOutAll, openScreen, overflow, type Screen, screenPath, settled } from './screen.ts';

/** Every screen by product line; `core` and `site` belong to no line. A screen is registered in its line's file. */
export const screensByProductLine = {
  site: siteScreens,
  core: coreScreens,
  account: accountScreens,
  cdn: cdnScreens,
  cloud: cloudScreens,
  finance: financeScreens,
  support: supportScreens,
  operator: operatorScreens,
} satisfies Record<string, readonly Screen[]>;

/** Those of the lines in `SCREEN_LINES` (scripts/test.mjs sets it), else all. */
const productLines = process.env.SCREEN_LINES?.split(',');
export const screens: readonly Screen[] = Object.entries(screensByProductLine).flatMap(([line, list]) =>
  !productLines || productLines.includes(line) ? list : [],
);

const screenPathname = ({ path }: Screen) => path.replace(/[?#].*/, '');
/** The main state of each page, its first screen: the routes of the panel, and the pages for visitors. */
export const mainScreens: readonly Screen[] = [
  ...new Map([...screens].reverse().map((screen) => [matchRoute(screenPathname(screen))?.name ?? screenPathname(screen), screen])).values(),
].reverse();
