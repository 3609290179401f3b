/*
 * What only a shell reads: expansions, patterns in paths, and redirections. Each is looked for only where its characters are.
 */

/** Folders whose files a pattern in a path stands for. */
const globInPath =
  /(?:^|[\s=<>"'`;|&(])(?:\/[\w.?*-]{0,30}){0,6}\/(?:[a-z.]{1,30}\[[^\]\d\s][^\]\s]{0,20}\]|\[[^\]\d\s][^\]\s]{0,20}\][a-z])/;
/** Two parts with question marks or stars between letters: `/b?n/c?t`, `/???/??t`. A URL has one question mark. */
const globbedParts = /(?:^|[\s=<>"'`;|&(])\/(?:[a-z]{0,10}[?*]{1,5}){1,5}[a-z]{0,10}\/[a-z*]{0,10}[?*]{1,5}[a-z]{0,10}/;
/** A list in braces with an empty, an absolute or an option's element: `{,ip,a}`, `{ls,-l}`, `/{bin,usr}/x`. */
const braces = /(?:^|[\s;|&=`(/])\{(?:,[\w./-]{1,60}|[\w./'"\\-]{1,40},{1,2}(?:[-/~.'"\\]|\{))[^\s{}:]{0,80}\}/;
const expansions: readonly (readonly [sign: string, expression: RegExp])[] = [
  [
    '$',
    /\$(?:\{ifs|ifs\b)|\$\(\(.{1,60}\)\)|\$\[[^\]\n]{0,40}[+*/-][^\]\n]{0,40}\]|\$\[\]|\$\{[a-z_]\w{0,30}(?:#|%{1,2}|:\d|\/\/|\^|@)[^}\n]{0,40}\}|\$'\\x/,
  ],
  ['{', braces],
  // The working folder, the one before, and the stack of folders.
  ['~', /^~[+-]$|(?:^|[\s:=;|&,])~[+-](?:\d{1,3}(?=$|[\s/;|&])|\/)|(?:^|\s)~\d{1,3}(?=$|[\s/;|&])|^~[a-z_][\w-]{0,30}\/?$/],
  ['!', /^\s{0,3}(?:!-\d{1,3}){1,5}(?:$|\s)/],
  ['/dev/', /\/dev\/(?:tcp|udp)\//],

  ['>', /(?:^|[;|&]\s?)\d?>{1,2}\s?(?:\/(?:tmp|var|etc|dev|home|root|opt|usr)\b|[\w./-]{1,60}\.(?:php|sh|jsp|aspx?|py)\b)/],
];

/** @param text in lower case */
export function findExpansion(text: string): string | null {
  for (const [sign, expression] of expansions) {
    if (!text.includes(sign)) continue;
    const found = expression.exec(text);
    if (found) return found[0];
  }
  return null;
}

export const findGlob = (text: string): string | null => (globInPath.exec(text) ?? globbedParts.exec(text))?.[0] ?? null;

/** A function in a variable: versions of bash before 2014 run what follows it (CVE-2014-6271). */
const exported = /^\s{0,9}\(\s{0,3}\)\s{0,9}\{/;
export const findFunction = (text: string): string | null => exported.exec(text)?.[0] ?? null;
