import type { Detector, Match } from '../detector.ts';
import { hasWords } from '../document.ts';
import type { PatternId } from '../patternTable.ts';
import { mayBeText, unquoted } from '../quotation.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { hostKind } from './hosts.ts';

/*
 * URLs that a server would fetch for an attacker. A URL as a value is normal (redirects, webhooks, previews), so what counts is where it
 * points: the metadata of a cloud, this machine in a notation that hides it, a script on a bare address, a scheme that isn't the web's, or
 * a host that isn't the one a reader takes it for.
 */

const schemes =
  /(?:^|[^a-z0-9+.-])((?:url:)?(?:gopher|dict|file|phar|jar|ldaps?|ldapi|netdoc|tftp|expect|zip|glob|php|ogg|rar|ssh2(?:\.\w{1,10})?|compress\.(?:zlib|bzip2)|rmi|iiop|corba(?:name|loc)?|smb|data):(?:\/{1,3}|[\w-]{1,20}\/[\w.+-]{1,20}[,;])|zlib:|(?:jar|url):(?:https?|file):|view-source:|php:\/|unix:)/;
const dataUrl = /^\s{0,3}data:[\w-]{1,20}\/[\w.+-]{1,30}(?:$|[;,])/;
/** Types of data that pages upload as text; others are code for an include. */
const media =
  /^\s{0,3}data:(?:image\/(?!svg)|image\/svg\+xml[^,]{0,40},(?:<|%3c)svg|audio\/|video\/|font\/|application\/(?:pdf|octet-stream|zip|vnd|json|x-font))/;
const script = /\.(?:php\d?|phtml|txt|inc|jsp|aspx?|pl|cgi|sh|py|rb|dat|bin|elf|exe|ps1|jpg\?|gif\?)(?:[?#\0\s]|$)/;
/** Parameters that includes read in vulnerable applications. */
const includeName =
  /(?:^|\[|_)(?:page|file|filename|inc|include|includes?_?path|template|tpl|theme|module|mod|lang|language|skin|root|rootpath|root_path|basepath|base_path|basedir|path|dir|document_root|absolute_path|conf|config|load|layout|content|doc|folder|pg|style|view|class_path|lib|libpath|plugin|src|site|url_inc)\]?$/i;

/** Names of PHP's own settings and of old applications, which no form has: they are set to make an include fetch a URL. */
const historicName =
  /absolute_path|document_?root|docroot|_?basedir|root_?dir|appserv_root|^_(?:conf|server|globals|request|env|cfg)\b|^globals\b|include_?path|lib_?path|\binclude\s{0,3}\(/i;

interface Target {
  host: string;
  hasPort: boolean;
  /** Of the user information before `@`. */
  user: string;
  rest: string;
  scheme: string;
  at: number;
}

/** URLs in a text: after `://`, or after the `//` that a value starts with. */
function* targets(text: string): Generator<Target> {
  const limit = 50;
  let count = 0;
  for (let at = text.indexOf(':/'); at >= 0 && count < limit; at = text.indexOf(':/', at + 2)) {
    let start = at;
    while (start > 0 && at - start < 12 && /[a-z0-9+.-]/.test(text[start - 1] ?? '')) start--;
    if (start === at) continue;
    let from = at + 1;
    while (text[from] === '/' || text[from] === '\\') from++;
    count++;
    yield readTarget(text, from, text.slice(start, at), at);
  }
}

function readTarget(text: string, from: number, scheme: string, at: number): Target {
  let end = from;
  while (end < text.length && end - from < 260 && !/[\s/?#"'<>`,;)}\\|\0]/.test(text[end] ?? '')) end++;
  const authority = text.slice(from, end);
  const split = authority.lastIndexOf('@');
  const host = authority.slice(split + 1);
  const port = host.startsWith('[') ? host.indexOf(':', host.indexOf(']')) : /^(?:[0-9a-f]{0,4}:){3,}/.test(host) ? -1 : host.indexOf(':');
  return {
    hasPort: port >= 0,
    host: port < 0 ? host : host.slice(0, port),
    user: split < 0 ? '' : authority.slice(0, split),
    rest: text.slice(end, end + 200),
    scheme,
    at,
  };
}

/** Names of parameters with an address that the visitor's browser gets, not the server. */
const redirectName = /redirect|callback|return|next|continue|origin|referr?er/i;
function judge({ host, hasPort, user, rest, scheme, at }: Target, name: string): PatternId | null {
  if (host === '') return null;
  const kind = hostKind(host);
  if (kind === 'metadata') return 'lfi-metadata';
  if (kind === 'hidden') return 'lfi-disguised';
  if (kind === 'callback') return 'lfi-callback';
  // `https://bank.example@198.51.100.7/`: a name as the user. An email address in a path isn't here.
  if (/\.[a-z]{2,}$|\.\d{1,3}$|#|\\/.test(user.replace(/:.*$/, ''))) return 'lfi-userinfo';
  const isWhole = at < 12;
  // Applications on a visitor's own machine get their answer there (RFC 8252 section 7.3), and developers write such addresses.
  if (kind === 'internal') return hasPort || redirectName.test(name) || /^\d/.test(host) ? 'lfi-private' : 'lfi-internal';
  const isAddress = kind === 'address' || /^(?:[0-9a-f]{1,4}:){3,}/.test(host);
  if (isAddress && (scheme === 'ftp' || scheme === 'ftps' || /^\/?\?$/.test(rest) || script.test(rest) || rest.endsWith('?')))
    return 'lfi-remote';
  if (isWhole && rest.endsWith('?') && !rest.slice(0, -1).includes('?')) return 'lfi-remote';
  if (isWhole && historicName.test(name)) return 'lfi-remote';
  if (isWhole && includeName.test(name) && (script.test(rest) || rest.endsWith('\0'))) return 'lfi-remote';
  return null;
}

/** @param text in lower case @param name of the parameter */
function findUrls(text: string, name: string): Map<PatternId, string> {
  const found = new Map<PatternId, string>();
  if (text.includes(':')) {
    if (text.includes('/')) {
      for (const target of targets(text)) {
        const id = judge(target, name);
        if (id && !found.has(id)) found.set(id, text.slice(Math.max(0, target.at - 8), target.at + 60));
      }
    }
    const scheme = schemes.exec(text)?.[1];
    if (scheme !== undefined && !scheme.startsWith('data:') && (scheme !== 'unix:' || text.includes('|'))) found.set('lfi-wrapper', scheme);
    else if (dataUrl.test(text) && !media.test(text)) found.set('lfi-data', text.slice(0, 40));
    const bare = /^https?:(\d{1,3}(?:\.\d{1,3}){3})(?:[:/?]|$)/.exec(text)?.[1];
    if (bare !== undefined && hostKind(bare) !== 'address') found.set('lfi-disguised', bare);
  }
  // Without a scheme: `localhost/`, `//169.254.169.254/`.
  const bareHost = /^(?:\/\/)?(\[?[\w.:-]{3,100}\]?)(?::\d{1,5})?\/(?!\/)/.exec(text)?.[1];
  if (bareHost !== undefined && found.size === 0) {
    const kind = hostKind(bareHost);
    if (kind === 'metadata' && bareHost.includes('.')) found.set('lfi-metadata', bareHost);
    else if (kind === 'internal' && /[a-z]/.test(bareHost)) found.set('lfi-internal', bareHost);
    else if (kind === 'hidden' && /[a-z]/.test(bareHost)) found.set('lfi-disguised', bareHost);
  }
  return found;
}

/** The root of a drive is a folder, and a browser shows it. */
const driveRoot = /^file:\/{2,3}[a-z]:\/?\s/;
const startsWithUrl = /^\s{0,20}[a-z][a-z0-9+.-]{1,20}:|^\W/;
const minWords = 5;
/** A text that mentions an address. A client gets a whole value, so one that starts with the address is none. */
const isMentioned = (value: Value): boolean =>
  driveRoot.test(value.decoded) || (mayBeText(value) && !startsWithUrl.test(value.decoded) && hasWords(value.decoded, minWords));

function detectUrl(value: Value): Match[] {
  const all = findUrls(value.decoded, value.name);
  const [text] = all.values();
  if (text === undefined) return [];
  const outside = unquoted(value);
  const found = outside === value ? all : findUrls(outside.decoded, value.name);
  if (found.size === 0 || isMentioned(value)) return [{ id: 'lfi-mention', text }];
  return [...found].map(([id, matched]) => ({ id, text: matched }));
}

export const remoteDetectors: readonly Detector[] = [
  {
    module: 'lfi',
    places: ['parameter', 'parameterName', 'cookie', 'body'],
    detect: (value) => (value.hasAny(Sign.colon | Sign.slash) ? detectUrl(value) : []),
  },
  // Browsers send the address of the page: a local one is normal while a site is developed.
  {
    module: 'lfi',
    places: ['header', 'path'],
    detect: (value) =>
      value.hasAny(Sign.colon) && value.name !== 'referer' && value.name !== 'origin'
        ? detectUrl(value).filter(({ id }) => id === 'lfi-wrapper' || id === 'lfi-metadata' || id === 'lfi-callback')
        : [],
  },
];
