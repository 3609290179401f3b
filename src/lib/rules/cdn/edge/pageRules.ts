import type { PathSettings } from './config.ts';
import { matchesRule } from './pattern.ts';
import { durationSeconds, type Effect, type Passage, step, type Verdict } from './types.ts';

/** A value as shown in a list. */
function formatSettingValue(value: NonNullable<PathSettings[keyof PathSettings]>): Effect['value'] {
  if (typeof value !== 'object') return value;
  if ('unit' in value) return durationSeconds(value);
  if ('maxAge' in value) return value.enabled ? durationSeconds(value.maxAge) : false;
  return (['html', 'css', 'js'] as const).filter((kind) => value[kind]).join(' ') || false;
}

/** Time spans in seconds, HSTS as its seconds or false, minify as the kinds. */
const settingEffects = (settings: PathSettings): Effect[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [{ name, value: formatSettingValue(value), from: 'pageRule' as const }],
  );

/** The target of a redirect; null: not a valid web address. */
export function redirectTarget(redirectUrl: string, from: URL): URL | null {
  try {
    const url = new URL(redirectUrl.trim(), from);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
const plain = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/**
 * Only the first rule whose path matches; its settings override those of the domain one by one. Maintenance mode precedes a redirect.
 * A redirect is 302: browsers cache a 301 forever, even after the rule is gone.
 * `bypass` excludes the path from cache and optimization; earlier layers still apply, and protection is not bypassed.
 */
export function pageRules({ config, visit }: Passage): Verdict & Partial<Pick<Passage, 'settings' | 'rule'>> {
  const found = config.pageRules.find((one) => matchesRule(one, visit));
  if (!found) return { steps: [step('pageRules', 'pass', 'pathNone')] };
  const { id, title, path, mode, settings } = found;
  const item = { id, title };
  const rule = { ...item, bypass: mode === 'bypass' };
  if (rule.bypass) return { steps: [step('pageRules', 'apply', 'pathBypass', { path }, { item })], settings: {}, rule };
  const effect = settingEffects(settings);
  if (settings.maintenanceMode)
    return {
      steps: [step('pageRules', 'maintenance', 'pathMaintenance', { path }, { item, effect })],
      end: { outcome: 'maintenance', status: 503 },
    };
  const to = settings.redirectUrl ? redirectTarget(settings.redirectUrl, visit.url) : null;
  if (to) {
    const isLoop = plain(to) === plain(visit.url);
    const reason = isLoop ? 'pathLoop' : 'pathRedirect';
    return {
      steps: [step('pageRules', isLoop ? 'fail' : 'redirect', reason, { path, url: to.href }, { item, effect })],
      end: isLoop ? { outcome: 'failed', status: 508 } : { outcome: 'redirected', status: 302 },
    };
  }
  const steps = [step('pageRules', 'apply', 'pathApply', { path }, { item, effect })];
  if (settings.redirectUrl) steps.push(step('pageRules', 'log', 'pathBadRedirect', { url: settings.redirectUrl }, { item }));
  return { steps, settings, rule };
}
