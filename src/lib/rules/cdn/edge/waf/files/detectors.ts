import type { Detector, Match } from '../detector.ts';
import { Sign } from '../signs.ts';
import type { Value } from '../value.ts';
import { configurationNames, dotNames, editorCopy, isCopy, publicNames } from './names.ts';
import { isRepositoryView, repositoryNames } from './repository.ts';

/*
 * Files that a site has for itself: in the path of a request, where a server would send them; in a parameter that is a path, which an
 * application would read; and as the name of an upload, which would replace them or be run.
 */

const isExample = /\.(?:example|sample|template)$/;
const folders = (text: string): string[] => text.split(/[/\\]/);
/** `.env.production` is a kind of `.env`; examples have no secrets. */
const isHidden = (part: string): boolean => {
  if (part.length < 3 || part[0] !== '.' || isExample.test(part)) return false;
  const name = part.slice(1);
  const first = name.slice(0, name.indexOf('.') < 0 ? undefined : name.indexOf('.'));
  return dotNames.has(name) || dotNames.has(first);
};

/** In a path, every name with a dot first is a setting, except where platforms serve something (RFC 8615, Netlify, Azure). */
const dotPart =
  /^\.(?!well-known$|netlify$|auth$|vite$|cdn-cgi$)[a-z_][\w.]{1,60}(?:[-_.](?:old|bak|backup|copy|save|orig|dev|local|test|stag(?:e|ing)|prod(?:uction)?|\d{1,8}))?$/;

function detectInPath(value: Value): Match[] {
  const { decoded } = value;
  if (isRepositoryView(decoded)) return [];
  const parts = folders(decoded.replace(/[\0?#].*$/s, ''));
  for (const part of parts) if (isHidden(part) || (dotPart.test(part) && !isExample.test(part))) return [{ id: 'lfi-hidden', text: part }];
  const last = parts.at(-1) ?? '';
  if (configurationNames.has(last) && !publicNames.has(last)) return [{ id: 'lfi-configuration', text: last }];
  if (/^wp-config[._-].{0,20}$/.test(last)) return [{ id: 'lfi-configuration', text: last }];
  if (isCopy(last) || editorCopy.test(last)) return [{ id: 'lfi-copy', text: last }];
  return [];
}

/** A value that is a path or a name of a file, not a text. */
const isPath = (text: string): boolean => text.length <= 300 && !/\s\S{1,300}\s|\s[/~.]|[<>{}"]/.test(text);

const fileParameter =
  /file|path|page|doc|download|template|include|load|read|view|src|source|dir|folder|attach|image|img|url|conf|^(?:f|p|name|inc|lang|module|theme|content|data|log)$/i;

function detectInParameter(value: Value): Match[] {
  if (value.place === 'fileName' || !value.hasAny(Sign.dot)) return [];
  const { decoded } = value;
  if (!isPath(decoded)) return [];
  // The path of a URL of another site isn't one of this server.
  if (/^[a-z][a-z+.-]{1,20}:\/\/[^/]/.test(decoded)) return [];
  const parts = folders(decoded.trim().replace(/[\0?#].*$/s, ''));
  const isListed = (part: string): boolean => value.isPosted && repositoryNames.has(part.slice(1)) && parts[0] !== '..';
  for (const part of parts)
    if (isHidden(part) && !isListed(part) && (parts.length > 1 || part !== '.config')) return [{ id: 'lfi-hidden', text: part }];
  const last = parts.at(-1) ?? '';
  // A bare name is a file only where the parameter is for one: others are searches.
  if ((parts.length === 1 || value.isPosted) && !fileParameter.test(value.name)) return [];
  if (configurationNames.has(last) && (!publicNames.has(last) || parts.length > 1)) return [{ id: 'lfi-configuration', text: last }];
  if (/\.(?:sql|rdb|sqlite3?)(?:\.(?:gz|zip|bz2|xz|7z|tar))$|\.(?:php\d?|jsp|aspx?)(?:~|\.(?:bak|old|swp|save))$/.test(last))
    return [{ id: 'lfi-copy', text: last }];
  return [];
}

/** Header fields with the name of an upload. */
const uploadHeader = /^x[-_.]?file[-_.]?name$/;
const runnable =
  /\.(?:php[\w-]{0,3}|phtml?|pht|phar|pgif|wss|do|action|shtml|inc|hphp|ctp|module|jspx?|jspf|jsw|jsv|jhtml|aspx?|asa|asax|ashx|asmx|cer|cdx|cfm|cfml|cfc|dbm|war|ear|pl|cgi|htaccess|user\.ini|exe|bat|cmd|com|scr|msi|ps1|vbs?|hta)\.*[\s\0;:]*(?:\.[\w ]{0,6})?$/;
/** Applications that drop blanks store `a. php` as a script. */
const spaced = /\.\s{1,3}(?:php\d?|phtml|phar|jspx?|aspx?)$/;
const session = /(?:^|[/\\])sess_[\w,-]{20,128}$/;

function detectUpload(value: Value): Match[] {
  if (value.place === 'header' && !uploadHeader.test(value.name)) return [];
  const name = value.decoded.trim();
  if (session.test(name)) return [{ id: 'rce-upload', text: name }];
  if (runnable.test(name) || spaced.test(name)) return [{ id: 'rce-upload', text: name }];
  const last = (folders(name).at(-1) ?? '').replace(/\s/g, '');
  if (isHidden(last)) return [{ id: 'lfi-hidden', text: last }];
  // Logs and dumps are sent to others on purpose; these take effect where they are stored.
  if (last === 'web.config' || /^wp-config[._-]/.test(last) || editorCopy.test(last)) return [{ id: 'lfi-configuration', text: last }];
  return [];
}

export const fileDetectors: readonly Detector[] = [
  { module: 'lfi', places: ['path'], detect: detectInPath },
  { module: 'lfi', places: ['parameter'], detect: detectInParameter },
  { module: 'lfi', places: ['header', 'fileName'], detect: detectUpload },
];
