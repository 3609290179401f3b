/** `v=DMARC1; p=none` → its tags in order, names in lower case (RFC 6376 section 3.2). The first of two duplicates counts. */
export function readTags(text: string): { tags: Map<string, string>; unread: string[]; twice: string[] } {
  const tags = new Map<string, string>();
  const unread: string[] = [];
  const twice: string[] = [];
  for (const part of text.split(';')) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const [, name, value = ''] = /^([a-z][a-z0-9_]*)\s*=\s*([\s\S]*)$/i.exec(trimmed) ?? [];
    if (name === undefined) unread.push(trimmed);
    else if (tags.has(name.toLowerCase())) twice.push(name);
    else tags.set(name.toLowerCase(), value.trim());
  }
  return { tags, unread, twice };
}

export const printTags = (tags: Iterable<readonly [string, string]>): string =>
  [...tags].map(([name, value]) => `${name}=${value}`).join('; ');
