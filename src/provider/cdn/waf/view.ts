import type { Waf, WafException, WafRule } from '../../../lib/contract/cdn/waf.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { type EdgeSettings, edgeDefaults } from '../../../lib/rules/cdn/edge/defaults.ts';
import { familiesOf } from '../../../lib/rules/cdn/waf/modules.ts';
import { isAhead } from '../edge/expiry.ts';
import type { Item } from '../edge/items.ts';
import type { Versioned } from '../edge/settings.ts';

/** The WAF as its calls answer it: detection that has ended is off, also where its job has not run yet. */
export function showWaf(
  { mode, detectionUntil, sensitivity = 'medium', modules, version }: Versioned<EdgeSettings['waf']>,
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
      families: [...familiesOf[id]],
      enabled,
      action,
    })),
    version,
  };
}

type Modules = EdgeSettings['waf']['modules'];
type ModuleId = Waf['modules'][number]['id'];
type Named = Modules[number] & { id: ModuleId };

/** Every module that there is, in its order; one that came after the settings were saved is off until it is chosen. */
function inFull(modules: Modules): Named[] {
  const ids = edgeDefaults.waf.modules.map(({ id }) => id).filter((id): id is ModuleId => id !== 'custom');
  return ids.map((id) => ({ ...modules.find((one) => one.id === id), id, enabled: modules.some((one) => one.id === id && one.enabled) }));
}

/** The modules with those of `change` laid over them. */
export const withModules = (modules: Modules, change: readonly Named[]): Named[] =>
  inFull(modules).map((one) => {
    const next = change.findLast(({ id }) => id === one.id);
    return next ? { ...one, enabled: next.enabled, ...(next.action && { action: next.action }) } : one;
  });

/** A rule as its calls answer it: the engine's lists are read only, those of an answer need not be. */
export const showRule = (item: Item<'waf'>): WafRule => item as WafRule;

/** An exception's place in the list says nothing, so it is not answered. */
export function showException({ priority: _, deployed, ...item }: Item<'wafException'>): WafException {
  return { ...item, deployed } as unknown as WafException; // a spread of a generic item is not followed by the compiler
}
