import { type Fault, fault } from '../../core/fault.ts';
import { isQuoted } from './flags.ts';
import type { Scanner } from './scan.ts';

/** Limits of `$GENERATE` per file: a short line must not produce more than a large file could contain. */
export const maxGenerated = 65_536;
export const maxTemplate = 1024;
const maxWidth = 255;
const maxCharacters = 16_000_000;

type Part = string | { offset: number; width: number; base: string };

/** The remaining budget of a file: lines and characters. */
export interface Budget {
  lines: number;
  characters: number;
}
export const newBudget = (): Budget => ({ lines: maxGenerated, characters: maxCharacters });

interface Range {
  start: number;
  stop: number;
  step: number;
}

/**
 * The line after the range, as text. Data in one pair of quotes is data with spaces, not a string: `MX "10 mail$"` (BIND manual).
 */
export function parseOwnerTemplate(words: Scanner): string {
  const last = words.count - 1;
  const stop = words.commentStart >= 0 ? words.commentStart - 1 : words.end;
  const from = words.starts[2];
  if (!(words.flag(last) & isQuoted) || words.flag(last - 1) & isQuoted) return words.text.slice(from, stop).trimEnd();
  return words.text.slice(from, (words.starts[last] ?? 0) - 1) + words.word(last).replaceAll('\\"', '"');
}

function readRange(text: string): Range | null {
  const [, start, stop, step = '1'] = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/.exec(text) ?? [];
  const range = { start: Number(start), stop: Number(stop), step: Number(step) };
  return start !== undefined && range.start <= range.stop && range.stop < 2 ** 31 && range.step > 0 && range.step < 2 ** 31 ? range : null;
}

/** `$` is the counter, `${offset,width,base}` the formatted counter, `\$` and `$$` a dollar sign (BIND manual, "$GENERATE"). */
function readTemplate(text: string): Part[] | null {
  const parts: Part[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') {
      if (text[i + 1] === '$') {
        parts.push(text.slice(from, i));
        from = i + 1;
      }
      i++;
    } else if (text[i] === '$') {
      parts.push(text.slice(from, i));
      if (text[i + 1] === '$') from = ++i;
      else if (text[i + 1] === '{') {
        const [all, offset = '0', width = '0', base = 'd'] =
          /^\{(-?\d{1,10})(?:,(\d{1,3})(?:,([doxXnN]))?)?\}/.exec(text.slice(i + 1, i + 30)) ?? [];
        if (all === undefined || Number(width) > maxWidth) return null;
        parts.push({ offset: Number(offset), width: Number(width), base });
        i += all.length;
        from = i + 1;
      } else {
        parts.push({ offset: 0, width: 0, base: 'd' });
        from = i + 1;
      }
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** Hex digits from the lowest up, as labels; the width includes the dots. */
function nibbles(value: number, width: number): string {
  let text = '';
  let rest = value;
  let left = width;
  do {
    text += (rest % 16).toString(16);
    rest = Math.floor(rest / 16);
    left--;
    if (left > 0 || rest > 0) {
      text += '.';
      left--;
    }
  } while (left > 0 || rest > 0);
  return text;
}

const radix: Readonly<Record<string, number>> = { d: 10, o: 8, x: 16, X: 16 };

function shape(value: number, width: number, base: string): string {
  if (base === 'n') return nibbles(value, width);
  if (base === 'N') return nibbles(value, width).toUpperCase();
  const text = value.toString(radix[base] ?? 10).padStart(width, '0');
  return base === 'X' ? text.toUpperCase() : text;
}

const fill = (parts: readonly Part[], n: number): string =>
  parts.map((part) => (typeof part === 'string' ? part : shape(n + part.offset, part.width, part.base))).join('');

/**
 * Yields the lines of `$GENERATE range template` one at a time, and reduces `budget`.
 * @returns an error before the first line when there would be too many, or when a part is invalid
 */
export function generate(range: string, template: string, budget: Budget): Generator<string | Fault> | Fault {
  const bounds = readRange(range);
  if (!bounds) return fault('zone:error.generateRange', { value: range });
  const count = Math.floor((bounds.stop - bounds.start) / bounds.step) + 1;
  if (count > budget.lines) return fault('zone:error.generateTooMany', { max: maxGenerated });
  const parts = template.length <= maxTemplate ? readTemplate(template) : null;
  if (!parts) return fault('zone:error.generateTemplate', { max: maxTemplate });
  const lowest = Math.min(...parts.map((part) => (typeof part === 'string' ? 0 : part.offset)));
  if (bounds.start + lowest < 0) return fault('zone:error.generateNegative');
  budget.lines -= count;
  return generateRows(bounds, parts, budget);
}

function* generateRows({ start, stop, step }: Range, parts: readonly Part[], budget: Budget): Generator<string | Fault> {
  for (let n = start; n <= stop; n += step) {
    const text = fill(parts, n);
    budget.characters -= text.length;
    if (budget.characters < 0) {
      yield fault('zone:error.generateTooMany', { max: maxGenerated });
      return;
    }
    yield text;
  }
}
