type Row = Record<string, unknown>;

/** Where a command writes. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Columns of the terminal; null: standard output isn’t one. */
  width: number | null;
  /** Whether progress can be shown on stderr, in place. */
  isInteractive: boolean;
  hasColors: boolean;
}

/** Rather shown than others, from the left. */
const first = ['name', 'title', 'key', 'type', 'kind', 'content', 'status', 'state', 'plan', 'ip', 'size', 'ttl', 'proxy'];
/** Whole lines of text, and what is the same everywhere. */
const last = ['description', 'comment', 'version', 'publicKey', 'isDemo', 'accountId', 'domainId'];

/**
 * What a terminal would execute, or reorder beyond a value, as escapes: names come from other people. The isolates around the values
 * of messages end with their line.
 */
export const plain = (text: string): string =>
  text.replace(/[\p{Cc}\u202a-\u202e]/gu, (one) => (one === '\n' ? '⏎' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));

/** A value in a cell; null: nothing that fits into one. */
function cell(value: unknown): string | null {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return plain(String(value));
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.length > 0 ? plain(value.join(', ')) : '–';
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return plain(value.name);
  return null;
}

const segmenter = new Intl.Segmenter();
/** Columns that a text takes; wide characters take two. */
function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text))
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u.test(segment)
      ? 2
      : 1;
  return width;
}
const padded = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - textWidth(text)));
const bold = (text: string, { hasColors }: Terminal) => (hasColors ? `\u001b[1m${text}\u001b[0m` : text);

const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));

/** The list in an answer, with the name of its field; null: it has none. */
export function listIn(answer: Row): { field: string; rows: Row[] } | null {
  for (const [field, value] of Object.entries(answer)) if (field !== 'warnings' && isRows(value)) return { field, rows: value };
  return null;
}

/** Prints an answer for people: a list as a table, anything else as lines of name and value. */
export function show(answer: Row, terminal: Terminal, columns?: string): void {
  showWarnings(answer, terminal);
  const rest = Object.entries(answer).filter(([field]) => field !== 'warnings');
  const [main = '', value] = rest.find(([, one]) => typeof one === 'object' && one !== null) ?? [];
  if (rest.length === 1 && answer.done === true) terminal.err('Done.');
  else if (isRows(value)) table(value, terminal, columns);
  else if (value === undefined || Array.isArray(value)) showFields(answer, terminal, columns);
  else {
    // A response about one item may also list what belongs to it.
    const extra = rest.filter(([field, one]) => field !== main && !isRows(one));
    showFields({ ...Object.fromEntries(extra), ...(value as Row) }, terminal, columns);
    for (const [field, one] of rest)
      if (field !== main && isRows(one) && one.length > 0 && columns === undefined) section(field, one, terminal);
  }
}

function section(field: string, rows: Row[], terminal: Terminal): void {
  terminal.out(`\n${bold(field, terminal)}`);
  table(rows, terminal);
}

export function showWarnings(answer: Row, terminal: Terminal): void {
  const { warnings } = answer as { warnings?: unknown };
  if (!Array.isArray(warnings)) return;
  for (const one of warnings) if (typeof one?.message === 'string') terminal.err(`Warning: ${plain(one.message)}`);
}

/** Values are never shortened: what doesn’t fit into the terminal is left out as a whole column. */
export function table(rows: readonly Row[], terminal: Terminal, wanted?: string): void {
  if (rows.length === 0) {
    terminal.err('Nothing found.');
    return;
  }
  const fields = [...new Set(rows.flatMap(Object.keys))];
  const shown =
    wanted === undefined
      ? inOrder(fields.filter((field) => rows.every((row) => cell(row[field]) !== null) && rows.some((row) => cell(row[field]) !== '–')))
      : chosen(wanted, rows);
  const columns = shown.map((field) => {
    const cells = rows.map((row) => cell(at(row, field)) ?? JSON.stringify(at(row, field)));
    return { field, cells, width: Math.max(textWidth(field), ...cells.map(textWidth)) };
  });
  let left = terminal.width ?? Number.POSITIVE_INFINITY;
  const fitting = columns.filter(({ width }, index) => {
    // The first column is always shown; what is chosen, too.
    if (wanted === undefined && index > 0 && width > left) return false;
    left -= width + 2;
    return true;
  });
  const line = (texts: readonly string[]) =>
    texts.map((one, index) => (index === texts.length - 1 ? one : padded(one, fitting[index]?.width ?? 0))).join('  ');
  terminal.out(bold(line(fitting.map(({ field }) => field.toUpperCase())), terminal));
  for (const index of rows.keys()) terminal.out(line(fitting.map(({ cells }) => cells[index] ?? '')));
  const without = columns.length - fitting.length;
  if (without > 0)
    terminal.err(
      `${without} more columns: --columns ${columns
        .filter((one) => !fitting.includes(one))
        .map(({ field }) => field)
        .join(',')}, or --json`,
    );
}

/** The ID first, which other commands take, then what says most. */
function inOrder(fields: readonly string[]): string[] {
  const rank = (field: string) => (field === 'id' ? -1 : first.includes(field) ? first.indexOf(field) : last.includes(field) ? 200 : 100);
  return [...fields].sort((a, b) => rank(a) - rank(b));
}

/** The fields of `--columns`. @throws RangeError when no row has one of them */
function chosen(wanted: string, rows: readonly Row[]): string[] {
  const names = wanted.split(',').map((one) => one.trim());
  const unknown = names.find((name) => rows.every((row) => at(row, name) === undefined));
  if (unknown !== undefined)
    throw new RangeError(`--columns: there is no field “${unknown}”. There are ${[...new Set(rows.flatMap(Object.keys))].join(', ')}.`);
  return names;
}

/** A field, also inside of another one: `entity.name`. */
const at = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? (value as Row)[name] : undefined), row);

function showFields(item: Row, terminal: Terminal, wanted?: string): void {
  const names = wanted === undefined ? Object.keys(item) : chosen(wanted, [item]);
  const width = Math.max(...names.map((name) => name.length));
  for (const name of names) {
    const value = at(item, name);
    // Text of several lines, as a key, stays as it is.
    if (typeof value === 'string' && value.includes('\n')) terminal.out(`${name}:\n${value.split('\n').map(plain).join('\n')}`);
    else terminal.out(`${padded(name, width)}  ${cell(value) ?? plain(JSON.stringify(value))}`);
  }
}

/** A line on stderr that is replaced while something is in progress; nothing where stderr isn’t a terminal. */
export function progress(terminal: Terminal) {
  let shown = false;
  return {
    update(text: string): void {
      if (!terminal.isInteractive) return;
      shown = true;
      process.stderr.write(`\r\u001b[2K${plain(text)}`);
    },
    end(): void {
      if (shown) process.stderr.write('\r\u001b[2K');
    },
  };
}
