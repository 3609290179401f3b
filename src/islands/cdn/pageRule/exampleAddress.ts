/** A URL that matches the pattern, with its wildcards replaced by nothing. */
export const exampleAddress = (pattern: string, domain: string): string =>
  `https://${(pattern.startsWith('/') ? `${domain}${pattern}` : pattern.replace('*.', 'www.')).replaceAll('*', '')}`;
