import { type Fault, fault, isFault } from '../../core/fault.ts';
import { networkNotice, readNetwork } from '../../core/network.ts';

/** Maximum addresses per group. */
export const maxAddresses = 1000;

/** The canonical form of an address or a range, so that equal ones are equal strings; or why it is refused. */
export function checkNetwork(input: string): string | Fault {
  const read = readNetwork(input);
  return isFault(read) ? read : read.text;
}

/** Splits pasted text: one address per line, or several separated by commas, semicolons or spaces; `#` starts a comment. */
export function splitAddresses(text: string): string[] {
  return text.split(/\r\n|[\n\r]/).flatMap((line) =>
    line
      .replace(/#.*$/, '')
      .split(/[,;،؛，、；\s]+/)
      .filter(Boolean),
  );
}

/** The result for one pasted address: its canonical form, or an error. */
export interface ValidatedAddress {
  text: string;
  result: string | Fault;
}

/**
 * Validates each address and detects duplicates.
 * @param present the existing addresses of the list, in canonical form
 */
export function validateAddresses(texts: readonly string[], present: readonly string[] = []): ValidatedAddress[] {
  const earlier = new Set(present);
  return texts.map((text) => {
    const result = checkNetwork(text);
    if (isFault(result)) return { text, result };
    if (earlier.has(result)) return { text, result: fault('firewall:error.repeated', { value: result }) };
    earlier.add(result);
    return { text, result };
  });
}

/** The valid addresses of a text in canonical form, the error of each invalid one (null: none), and what was changed about the others. */
export function validateAddressText(text: string): { good: string[]; faults: (Fault | null)[]; notices: Fault[] } {
  const typed = splitAddresses(text);
  const results = validateAddresses(typed).map(({ result }) => result);
  return {
    good: results.flatMap((result) => (isFault(result) ? [] : result)),
    faults: results.map((result) => (isFault(result) ? result : null)),
    notices: typed.flatMap((one) => networkNotice(one, false) ?? []),
  };
}
