import { hstsHeader } from '../https/hsts.ts';
import { type EdgeConfig, type TlsVersion, tlsVersions } from './config.ts';
import { type Effect, type Passage, parseTime, step, type Verdict } from './types.ts';

const listed = (versions: readonly TlsVersion[]): string => tlsVersions.filter((one) => versions.includes(one)).join(', ');

/** Before HTTP the path is unknown, so only the settings of the whole domain apply. */
export function tls({ config, visit }: Passage): Verdict {
  if (visit.url.protocol === 'http:') return { steps: [step('tls', 'skip', 'tlsNone')] };
  const { enabled, tlsVersions: allowed } = config.https;
  const end = { outcome: 'failed', status: null } as const;
  if (!enabled) return { steps: [step('tls', 'fail', 'tlsOff')], end };
  const version = visit.request.tlsVersion;
  const versions = listed(allowed);
  if (version && !allowed.includes(version)) return { steps: [step('tls', 'fail', 'tlsRefused', { version, versions })], end };
  return { steps: [version ? step('tls', 'pass', 'tlsUsed', { version }) : step('tls', 'pass', 'tlsAny', { versions })] };
}

/**
 * `Strict-Transport-Security` of a domain for answers over HTTPS; null: none. When off, browsers that may remember HSTS are told to
 * forget it: `max-age=0` (RFC 6797 section 6.1.1).
 */
export function domainHsts({ hsts, hstsRememberedUntil }: EdgeConfig['https'], now: number): string | null {
  if (hsts.enabled) return hstsHeader(hsts);
  return (parseTime(hstsRememberedUntil) ?? 0) > now ? 'max-age=0' : null;
}

function hstsEffect({ config, settings, visit }: Passage): Effect[] {
  const own = settings.hsts;
  const value = own ? own.enabled && hstsHeader(own) : domainHsts(config.https, visit.now);
  return value ? [{ name: 'hsts', value, from: own ? 'pageRule' : 'domain' }] : [];
}

/**
 * Redirect to HTTPS, the minimum TLS version of a page rule, HSTS. A GET is redirected with 301, a request with a body with 308,
 * which keeps the body (RFC 9110 section 15.4.9). Without HTTPS on the domain there is no redirect: it would fail.
 */
export function https(passage: Passage): Verdict {
  const { config, visit, settings, rule } = passage;
  const item = rule ? { id: rule.id, title: rule.title } : undefined;
  if (visit.url.protocol === 'http:') {
    const wanted = settings.httpToHttps ?? config.https.httpToHttps;
    if (!wanted) return { steps: [step('https', 'skip', 'httpsPlain')] };
    if (!config.https.enabled) return { steps: [step('https', 'skip', 'httpsOff')] };
    const to = new URL(visit.url);
    to.protocol = 'https:';
    to.port = '';
    const byRule = settings.httpToHttps === undefined ? undefined : item;
    return {
      steps: [step('https', 'redirect', 'httpsRedirect', { url: to.href }, { item: byRule })],
      end: { outcome: 'redirected', status: visit.method === 'GET' || visit.method === 'HEAD' ? 301 : 308 },
    };
  }
  const { tlsVersion: least } = settings;
  const version = visit.request.tlsVersion;
  if (least && version && tlsVersions.indexOf(version) < tlsVersions.indexOf(least))
    return { steps: [step('https', 'block', 'httpsTlsTooOld', { version, least }, { item })], end: { outcome: 'blocked', status: 403 } };
  const effect = hstsEffect(passage);
  if (visit.headers.get('upgrade')?.toLowerCase() === 'websocket')
    effect.push({ name: 'websockets', value: config.https.websockets, from: 'domain' });
  const byRule = effect.some(({ from }) => from === 'pageRule') ? item : undefined;
  return {
    steps: [
      effect.some(({ name }) => name === 'hsts')
        ? step('https', 'apply', 'httpsHsts', {}, { item: byRule, effect })
        : step('https', 'pass', 'httpsFine', {}, { effect }),
    ],
  };
}
