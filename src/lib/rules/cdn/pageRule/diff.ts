import type { PageRuleData, PathSettings } from '../edge/config.ts';

/** Settings in the order of the editor, by topic. */
export const settingGroups = {
  caching: ['cacheTtl', 'defaultTtl', 'ignoreCacheControl', 'queryString'],
  delivery: ['imageResize', 'webp', 'minify', 'hostHeader', 'redirectUrl', 'rewriteUrl', 'connectionTimeout'],
  headers: ['requestHeaders', 'responseHeaders', 'cors'],
  security: ['httpToHttps', 'tlsVersion', 'hsts', 'cspOverride', 'maintenanceMode'],
} as const satisfies Record<string, readonly (keyof PathSettings)[]>;

/** Settings that belong to another one, and are set with it. */
const parts: Partial<Record<keyof PathSettings, readonly (keyof PathSettings)[]>> = {
  imageResize: ['imageQuality'],
  redirectUrl: ['redirectStatus', 'redirectQuery'],
};
export const partsOfSetting = (name: keyof PathSettings): readonly (keyof PathSettings)[] => parts[name] ?? [];

/** Names of all settings. */
export const settingNames: readonly (keyof PathSettings)[] = Object.values(settingGroups)
  .flat()
  .flatMap((name) => [name, ...partsOfSetting(name)]);

export type RuleForm = Pick<PageRuleData, 'title' | 'path' | 'mode' | 'settings'> & { description?: string | undefined };
type Part = 'path' | 'title' | 'description' | 'mode' | keyof PathSettings;
type PartValue = string | PathSettings[keyof PathSettings];

/** A line of the diff: unchanged, removed or added. */
export interface DiffRow {
  sign: 'same' | 'gone' | 'new';
  name: Part;
  value: NonNullable<PartValue>;
}

const sameValue = (a: unknown, b: unknown): boolean => text(a) === text(b);
/** The order of names has no meaning. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  ) ?? '';

/** Whether two forms of a rule are equal. */
export const sameRule = (a: RuleForm, b: RuleForm): boolean => diffRules(a, b).every(({ sign }) => sign === 'same');

/**
 * The changes of deploying `after`; null as `before`: not deployed yet. Titles and descriptions are only used by the portal,
 * so they are only listed if they changed.
 */
export function diffRules(before: RuleForm | null, after: RuleForm): DiffRow[] {
  const partsOf = ({ title, path, description, mode, settings }: RuleForm): [Part, PartValue][] => [
    ['title', title],
    ['path', path || undefined],
    ['description', description || undefined],
    ['mode', mode],
    ...settingNames.map((name): [Part, PartValue] => [name, settings[name]]),
  ];
  const old = new Map(before ? partsOf(before) : []);
  return partsOf(after).flatMap(([name, value]): DiffRow[] => {
    const was = old.get(name);
    const isQuiet = name === 'title' || name === 'description' || (name === 'mode' && value === 'apply');
    if (sameValue(was, value)) return value === undefined || isQuiet ? [] : [{ sign: 'same', name, value }];
    if (!before && isQuiet) return [];
    return [
      ...(was === undefined ? [] : [{ sign: 'gone' as const, name, value: was }]),
      ...(value === undefined ? [] : [{ sign: 'new' as const, name, value }]),
    ];
  });
}

/** The number of differing parts: a changed part counts once. */
export const countChanges = (lines: readonly DiffRow[]): number =>
  new Set(lines.filter(({ sign }) => sign !== 'same').map(({ name }) => name)).size;
