import type { Detector, Match } from '../detector.ts';
import { hasWords } from '../document.ts';
import { mayBeText } from '../quotation.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';

/*
 * Values that become part of another protocol: a second request or response after a line end, a session that somebody else chose, and
 * filters of a directory (LDAP).
 */

/** A request line; in a quoted line of a log it has a quote before it. */
const secondRequest =
  /(?:^|[^"'\w]|[a-z]{1,3})(?:get|post|head|put|delete|options|connect|trace|track|patch|propfind|link|unlink)\s{1,20}\S{1,300}\s{1,20}http\/\d(?:\.\d)?\s{0,5}(?:$|[\r\n])/;
const isLogged = /["'](?:get|post|head|put|delete|options)\s/;
function detectRequest(value: Value): Match[] {
  if (!value.hasAll(Sign.slash) || !value.hasAny(Sign.space)) return [];
  const { decoded } = value;
  if (!decoded.includes('http/')) return [];
  const found = secondRequest.exec(decoded);
  return found && !isLogged.test(decoded) ? [{ id: 'protocol-request', text: found[0] }] : [];
}

const splitField =
  /[\r\n]\s{0,9}(?:(?:set-cookie2?|location|refresh|content-(?:type|length|encoding|disposition)|transfer-encoding|access-control-[a-z-]{1,30}|x-xss-protection)\s{0,5}:|http\/\d(?:\.\d)?\s)/;
function detectSplitting(value: Value): Match[] {
  const { decoded, place } = value;
  if (!value.hasAny(Sign.space) || !/[\r\n]/.test(decoded)) return [];
  // A text has lines, and may quote a response: a field that an attacker splits has a token before them.
  if (mayBeText(value) && hasWords(decoded.slice(0, decoded.search(/[\r\n]/)), 3)) return [];
  // Cookies and other fields have one line.
  const found =
    place === 'cookie' || place === 'header' ? /[\r\n]\s{0,9}(?:[\r\n<]|[\w-]{2,40}\s{0,5}[:=])/.exec(decoded) : splitField.exec(decoded);
  return found && (place !== 'body' || /^\s{0,9}[\r\n]/.test(decoded)) ? [{ id: 'protocol-splitting', text: found[0] }] : [];
}

const cookieScript =
  /\.cookie\b\s{0,9}(?:=|;).{0,200}?(?:expires|domain|path)\s{0,9}=|\.cookie;\s{0,3}(?:expires|domain)|\bhttp-equiv\W{1,9}set-cookie\b/;
const detectCookieScript = (value: Value): Match[] => {
  if (!value.hasAll(Sign.equals | Sign.dot) && !value.decoded.includes('set-cookie')) return [];
  const found = cookieScript.exec(value.decoded);
  return found ? [{ id: 'protocol-session', text: found[0] }] : [];
};

/** A filter that ends one condition and begins another, or the start of a filter with an operator (RFC 4515). */
const filter =
  /\(\s{0,5}[|&!]\s{0,5}\(\s{0,5}[\w.;-]{1,40}\s{0,3}[~<>]?=|\)\s{0,5}\(\s{0,5}[|&!]?\s{0,5}\(?\s{0,5}(?:[\w.;-]{2,40}\s{0,3}[~<>:]{0,2}=|\w{0,20}\*)|\*\s{0,3}\)\s{0,3}\(|\)\s{0,5}\(\s{0,5}[|&!]\s{0,5}[()]|(?<!\w)\(\s{0,3}(?:objectclass|objectcategory|uid|cn|sn|samaccountname|memberof|userpassword)\s{0,3}[~<>]?=\s{0,3}\*?/;
const detectFilter = (value: Value): Match[] => {
  if (!value.hasAll(Sign.open | Sign.close | Sign.equals)) return [];
  const found = filter.exec(value.decoded);
  // In code, a condition has operators or statements around it.
  return found && !/[{};]|==|=>/.test(value.decoded) ? [{ id: 'protocol-ldap', text: found[0] }] : [];
};

/** A name of a file that ends its quotes, or brings another parameter: readers of multipart bodies disagree about it (RFC 7578). */
const detectFileName = (value: Value): Match[] =>
  /"|(?<!&#?\w{1,10});(?=\S|[^;]{0,80}=)/.test(value.text) ? [{ id: 'protocol-file', text: value.decoded }] : [];

const detectOverride = (value: Value): Match[] =>
  value.name === '_method' && /^(?:trace|track|connect|debug|propfind|proppatch|mkcol|copy|move|lock|unlock)$/i.test(value.text)
    ? [{ id: 'protocol-override', text: value.text }]
    : [];

export const protocolDetectors: readonly Detector[] = [
  { module: 'protocol', detect: detectRequest },
  { module: 'protocol', places: ['parameter', 'parameterName', 'cookie', 'header', 'body'], detect: detectSplitting },
  { module: 'protocol', places: ['parameter', 'parameterName', 'body', 'path'], detect: detectCookieScript },
  { module: 'protocol', places: ['parameter', 'parameterName'], detect: detectFilter },
  { module: 'protocol', places: ['parameter'], detect: detectOverride },
  { module: 'protocol', places: ['fileName'], detect: detectFileName },
];
