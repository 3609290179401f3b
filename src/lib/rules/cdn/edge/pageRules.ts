import { defaultRedirectStatus, type PathSettings } from './config.ts';
import { isPreflight } from './cors.ts';
import { formatHeaderChange, isHeaderList } from './formatHeaders.ts';
import { matchesRule } from './pattern.ts';
import { redirectTarget, rewriteTarget } from './target.ts';
import { durationSeconds, type Effect, type Passage, type Step, step, type Verdict } from './types.ts';

/** A value as shown in a list. */
function formatSettingValue(value: NonNullable<PathSettings[keyof PathSettings]>): Effect['value'] {
  if (typeof value !== 'object') return value;
  if (isHeaderList(value)) return value.map(formatHeaderChange).join('; ');
  if ('origins' in value) return value.origins.join(' ');
  if ('unit' in value) return durationSeconds(value);
  if ('maxAge' in value) return value.enabled ? durationSeconds(value.maxAge) : false;
  return (['html', 'css', 'js'] as const).filter((kind) => value[kind]).join(' ') || false;
}

/** Time spans in seconds, HSTS as its seconds or false, minify as the kinds, changes of headers as lines. */
const settingEffects = (settings: PathSettings): Effect[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : // A status is a name and not a quantity.
        [{ name, value: name === 'redirectStatus' ? String(value) : formatSettingValue(value), from: 'pageRule' as const }],
  );

const plain = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/** The rule that a request matched, whatever came of it; empty: none. */
export const matchedPageRule = (steps: readonly Step[]): string => steps.find(({ area }) => area === 'pageRules')?.item?.id ?? '';

/**
 * Only the first rule whose path matches; its settings override those of the domain one by one. Maintenance mode precedes
 * everything else. A preflight precedes a redirect, which a browser wouldn't follow, and a redirect a rewrite. What is rewritten passes no rule
 * again.
 * `bypass` excludes the path from cache and optimization; earlier layers still apply, and protection is not bypassed.
 */
export function pageRules({ config, visit }: Passage): Verdict & Partial<Pick<Passage, 'settings' | 'rule' | 'rewrite'>> {
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
  if (settings.cors && isPreflight(visit.method, visit.headers))
    return {
      steps: [step('pageRules', 'serve', 'pathPreflight', { path, origin: visit.headers.get('origin') ?? '' }, { item, effect })],
      end: { outcome: 'served', status: 204 },
      settings,
      rule,
    };
  const to = settings.redirectUrl ? redirectTarget(settings, path, visit) : null;
  if (to) {
    const isLoop = plain(to) === plain(visit.url);
    const status = settings.redirectStatus ?? defaultRedirectStatus;
    const reason = isLoop ? 'pathLoop' : 'pathRedirect';
    const params = { path, url: to.href, ...(!isLoop && { status: String(status) }) };
    return {
      steps: [step('pageRules', isLoop ? 'fail' : 'redirect', reason, params, { item, effect })],
      end: isLoop ? { outcome: 'failed', status: 508 } : { outcome: 'redirected', status },
    };
  }
  const steps = [step('pageRules', 'apply', 'pathApply', { path }, { item, effect })];
  if (settings.redirectUrl) steps.push(step('pageRules', 'log', 'pathBadRedirect', { url: settings.redirectUrl }, { item }));
  if (settings.rewriteUrl === undefined) return { steps, settings, rule };
  const rewrite = rewriteTarget(settings.rewriteUrl, path, visit, config.cache.mergeSlashes);
  if (rewrite === null)
    return {
      steps: [...steps, step('pageRules', 'block', 'pathBadRewrite', { url: settings.rewriteUrl }, { item })],
      end: { outcome: 'blocked', status: 403 },
    };
  steps.push(step('pageRules', 'apply', 'pathRewrite', { url: rewrite }, { item }));
  return { steps, settings, rule, rewrite };
}
