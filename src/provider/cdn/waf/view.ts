import type { Waf, WafException, WafRule } from '../../../lib/contract/cdn/waf.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { type EdgeSettings, edgeDefaults } from '../../../lib/rules/cdn/edge/defaults.ts';
import { moduleFamilies } from '../../../lib/rules/cdn/waf/modules.ts';
import { type Item, isAhead, type Versioned } from '../edge/index.ts';

/** The WAF as its calls return it: expired detection is off, even before its job has run. */
export function showWaf(
  { mode, detectionUntil, sensitivity = 'medium', modules, profiles = [], version }: Versioned<EdgeSettings['waf']>,
  now: number,
  t: Translate,
): Waf {
  const isDetecting = mode === 'detection' && isAhead(detectionUntil, now);
  return {
    mode: mode === 'detection' && !isDetecting ? 'off' : mode,
    detectionUntil: (isDetecting && detectionUntil) || null,
    sensitivity,
    modules: inFull(modules).map(({ id, enabled, action = 'block' }) => ({
      id,
      title: t(`edge:module.${id}`),
      description: t(`waf:module.${id}`),
      families: [...moduleFamilies[id]],
      enabled,
      action,
    })),
    profiles: [...profiles],
    version,
  };
}

type Modules = EdgeSettings['waf']['modules'];
type ModuleId = Waf['modules'][number]['id'];
type Named = Modules[number] & { id: ModuleId };

/** Every existing module, in order; one added after the settings were saved is off until it is selected. */
function inFull(modules: Modules): Named[] {
  const ids = edgeDefaults.waf.modules.map(({ id }) => id).filter((id): id is ModuleId => id !== 'custom');
  return ids.map((id) => ({ ...modules.find((one) => one.id === id), id, enabled: modules.some((one) => one.id === id && one.enabled) }));
}

/** The modules, overridden by those of `change`. */
export const withModules = (modules: Modules, change: readonly Named[]): Named[] =>
  inFull(modules).map((one) => {
    const next = change.findLast(({ id }) => id === one.id);
    return next ? { ...one, enabled: next.enabled, ...(next.action && { action: next.action }) } : one;
  });

/** A rule as its calls return it: copies the engine's read-only lists. */
export const showRule = (item: Item<'waf'>): WafRule => item as WafRule;

/** The position of an exception has no meaning, so it isn't returned. */
export function showException({ priority: _, deployed, ...item }: Item<'wafException'>): WafException {
  return { ...item, deployed } as unknown as WafException; // the compiler doesn't follow the spread of a generic item
}
