/** `en-US,en;q=0.9` → ranges with their weights; a weight that can't be read is 1. */
function parseLanguages(value: string): { range: string; weight: number }[] {
  return value
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([range]) => range)
    .map(([range = '', ...parameters]) => {
      const weight = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(parameters.find((one) => one.startsWith('q')) ?? '')?.[1];
      return { range, weight: Number(weight ?? 1) };
    });
}

/**
 * The value of a request header that `Vary` names, in the form that selects a copy (RFC 9111 section 4.1): without differences of whitespace,
 * and `Accept-Language` also without case and the order of equal weights.
 * @param name in lower case
 */
export function normalizeVaryValue(name: string, value: string): string {
  if (name === 'accept-language')
    return parseLanguages(value)
      .toSorted((a, b) => b.weight - a.weight || (a.range < b.range ? -1 : 1))
      .map(({ range, weight }) => (weight === 1 ? range : `${range};q=${weight}`))
      .join(',');
  const trimmed = value.trim();
  // Whitespace in a quoted string is part of it.
  return trimmed.includes('"') ? trimmed : trimmed.replace(/\s*,\s*/g, ',');
}
