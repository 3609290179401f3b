import type { PageName } from '../../lib/rules/cdn/edge/responses.ts';
import type { EdgeRequest } from '../../lib/rules/cdn/edge/types.ts';
import { canonicalPath } from '../../lib/rules/core/requestPath.ts';
import { countHeader, headerValues, plain } from '../base/headers.ts';
import { withoutOwnCookies } from '../pages/passes.ts';
import { Decision } from './decision.ts';
import type { Arrival, Exchange } from './exchange.ts';
import { readHost } from './hosts.ts';

const maxUrl = 8_192;

/** Reads a request for the engine. @returns the page to answer with if it can't be read, or is for no domain of this edge */
export function readRequest(arrival: Arrival): Exchange | PageName {
  const { tools, visitor, host, site, received, parsed, hostText, now } = arrival;
  const { ip, scheme, tlsVersion } = visitor;
  const { headers, rawHeaders, method = 'GET' } = visitor.request;
  if (host.name === '' || !parsed || received.length > maxUrl) return 'badRequest';
  const path = canonicalPath(parsed.path, site?.config.cache.mergeSlashes);
  if (path === null) return 'badRequest';
  if (!site || !isCertified(arrival)) return 'unknownHost';
  const own = headers.cookie ?? '';
  const cookies = withoutOwnCookies(own);
  const values = plain(headers);
  values.host = hostText;
  // Node keeps the first one; the WAF has to know that there are more.
  if (countHeader(rawHeaders, 'content-type') > 1) values['content-type'] = headerValues(rawHeaders, 'content-type').join(', ');
  if (cookies) values.cookie = cookies;
  else delete values.cookie;
  const { country, asn } = tools.locate(ip);
  const target = path + parsed.query;
  const request: EdgeRequest = {
    url: `${scheme}://${host.name}${target}`,
    target: parsed.path + parsed.query,
    method,
    headers: values,
    ip,
    country,
    asn,
    tlsVersion,
    now,
    seen: { passed: tools.passes.read(own, site.policy.id, ip) },
  };
  const decision = Decision.start(site.config, request);
  if (!decision) return 'badRequest';
  return { ...arrival, site, target, request, headers: values, cookies, decision };
}

/**
 * Whether the certificate of the connection covers the request's host: else versions, rules and access of another name than the one
 * that was agreed on would apply (RFC 9110 section 15.5.20). Browsers ask again over a connection of that host.
 */
function isCertified({ site, host, tools, visitor: { serverName } }: Arrival): boolean {
  if (serverName === undefined) return true;
  const opened = readHost(serverName, tools.previewZone);
  if (!opened || opened.isPreview !== host.isPreview) return false;
  if (opened.name === host.name) return true;
  const context = host.isPreview ? null : (site?.contextOf(host.name) ?? null);
  return context !== null && tools.sites.of(opened.name)?.contextOf(opened.name) === context;
}
