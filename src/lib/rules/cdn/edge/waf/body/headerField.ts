import { findDecoders, toBytes, unescaped } from './charset.ts';

/** A parameter of a header field; its name in lower case. */
export interface FieldParameter {
  name: string;
  /** What origins may read: a quoted value with its escapes decoded, and as it is (`"C:\file"`). */
  values: readonly string[];
}

/** A structured header field: `form-data; name="a"` (RFC 9110 section 5.6.6). */
export interface HeaderField {
  /** In lower case. */
  value: string;
  parameters: readonly FieldParameter[];
  /** A quoted value doesn't end, or something follows it. */
  isBroken: boolean;
  /** A comma outside of quotes: several fields of the same name are joined by it. */
  isList: boolean;
}

const named = /([^=;]*)(=?)[ \t]*/y;
const quoted = /"((?:[^"\\]|\\[\s\S])*)"[ \t]*(?=;|$)/y;
const bare = /[^;]*/y;

/** Reads from a place on with a sticky expression. */
function read(expression: RegExp, text: string, at: number): { found: RegExpExecArray; end: number } | null {
  expression.lastIndex = at;
  const found = expression.exec(text);
  return found && { found, end: expression.lastIndex };
}

export function readField(text: string): HeaderField {
  const parameters: FieldParameter[] = [];
  let at = text.indexOf(';') < 0 ? text.length : text.indexOf(';');
  const value = text.slice(0, at).trim().toLowerCase();
  let isList = value.includes(',');
  while (at < text.length) {
    const name = read(named, text, at + 1);
    if (!name) break;
    at = name.end;
    const [, label = '', equals = ''] = name.found;
    if (text[at] === '"' && equals) {
      const string = read(quoted, text, at);
      if (!string) return { value, parameters, isBroken: true, isList };
      const raw = string.found[1] ?? '';
      at = string.end;
      parameters.push({ name: label.trim().toLowerCase(), values: [...new Set([raw.replace(/\\([\s\S])/g, '$1'), raw])] });
    } else {
      const token = read(bare, text, at);
      at = token?.end ?? text.length;
      const plain = token?.found[0].trim() ?? '';
      if (plain.includes(',')) isList = true;
      if (label.trim() !== '' || plain !== '') parameters.push({ name: label.trim().toLowerCase(), values: [plain] });
    }
  }
  return { value, parameters, isBroken: false, isList };
}

/** @returns the values of a parameter; two of the same name are read differently by origins */
export const fieldValues = ({ parameters }: HeaderField, name: string): readonly (readonly string[])[] =>
  parameters.filter((one) => one.name === name).map(({ values }) => values);

/** An extended value, as of `filename*` (RFC 8187 section 3.2): `UTF-8''na%C3%AFve`. @returns null: its charset is unknown */
export function readExtended(text: string): string[] | null {
  const [, charset = '', encoded] = /^([^']*)'[^']*'([\s\S]*)$/.exec(text) ?? [];
  if (encoded === undefined) return [text];
  const decoders = findDecoders(charset);
  return decoders?.map((decode) => decode(toBytes(unescaped(encoded)))) ?? null;
}
