/*
 * Expressions of template engines. A name with filters (`{{ user.name | upper }}`, `${name}`, `{% if x %}`) is what authors of templates
 * write; arithmetic of numbers, attributes with underscores, objects of the engine and calls on them are what somebody tests or attacks.
 */

/** The closing character by the two that open an expression. */
const delimiters: ReadonlyMap<string, string> = new Map([
  ['{{', '}'],
  ['{%', '%'],
  ['${', '}'],
  ['#{', '}'],
  ['*{', '}'],
  ['~{', '}'],
  ['{#', '}'],
  ['{$', '}'],
  ['{*', '}'],
  ['<%', '%'],
  ['@(', ')'],
  ['[[', ']'],
]);
const maxContent = 400;

/**
 * What stands between delimiters: from an opening one to the first closing character behind it. Of openings without a closing one between
 * them, only the last counts, so each character is read once.
 */
function* expressions(text: string): Generator<string> {
  let start = -1;
  let close = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === close && start >= 0) {
      if (at - start <= maxContent && at > start) yield text.slice(start, at);
      start = -1;
      continue;
    }
    if (!'{$#*~<@['.includes(char)) continue;
    const found = delimiters.get(text.slice(at, at + 2));
    if (found === undefined) continue;
    close = found;
    at++;
    while (at + 1 < text.length && '=-{'.includes(text[at + 1] ?? '')) at++;
    start = at + 1;
  }
}

const arithmetic =
  /^\W{0,6}(?:\(?\d{1,10}\s{0,3}(?:[*+/%-]|\*\*)\s{0,3}['"]?\d{1,10}['"]?\)?\s{0,5}\W{0,3}|['"]\w{0,10}['"]\s{0,3}\*\s{0,3}\d{1,10}\W{0,3})$/;
const objects =
  /(?:^|[^\w.])(?:config(?:\.|\s{0,3}(?:\W{0,2}$|\[|\|))|self\s{0,3}[.[(]|_self\b|request\s{0,3}(?:\.(?:application|environ|server|__|args|cookies|headers|getclass)|\[|\|)|cycler\b|lipsum\b|joiner\b|namespace\s{0,3}[.[(]|get_flashed_messages|url_for\s{0,3}[.[]|app\.(?:request|secret|env)|settings\.\w|handler\.settings|dump\s{0,3}\(|['"]{2}\s{0,3}\.|\(\)\s{0,3}\.|\[\]\s{0,3}\.|t\s{0,3}\(|new\s{1,5}\w|process\b|require\b|global\b|range\.|this\.constructor|smarty\.|system\s{0,3}\(|exec\b|eval\b|print\s{0,3}\(|file\.open|dir\.entries|`|import\s|include\s|['"](?:id|ls|whoami|cat)\b[^'"]{0,40}['"]\s{0,3}\|\s{0,3}(?:filter|map|reduce|sort|system|passthru|exec)|(?:filter|map|sort|reduce)\s{0,3}\(\s{0,3}['"](?:system|exec|passthru))/;
const runs = /\|\s{0,3}(?:attr\s{0,3}\(|filter\s{0,3}\(\s{0,3}['"]|map\s{0,3}\(\s{0,3}['"](?:system|exec|passthru)|passthru|system|exec)/;
const underscores = /_{2}\w{2,30}_{2}|\\x5f|\.(?:class|constructor|getclass|mro|environ)\b/;

/** @param text in lower case */
export function findTemplate(text: string): string | null {
  for (const content of expressions(text))
    if (arithmetic.test(content.trim()) || objects.test(content) || runs.test(content) || underscores.test(content)) return content;
  return null;
}

/** Directives of server-side includes and of edge-side includes. */
const include = /<!--#\s{0,5}(?:exec|include|echo|config|printenv|set|fsize|flastmod)\b|<esi:(?:include|inline|debug|vars|remove)\b/;
export const findInclude = (text: string): string | null => (text.includes('<') ? (include.exec(text)?.[0] ?? null) : null);
