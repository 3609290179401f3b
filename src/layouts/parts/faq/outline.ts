interface Place {
  /** `dns`, or `dns/dns-ttl` for an entry. */
  path: string;
  line: number;
}

/** The IDs in a question file with their lines. The format is fixed: topics are indented by two spaces, entries by six. */
export function outline(yaml: string): Place[] {
  let topic = '';
  return yaml.split('\n').flatMap((text, index) => {
    const [, indent = '', id] = /^( +)- id: *(\S+)\s*$/.exec(text) ?? [];
    if (id === undefined) return [];
    if (indent.length === 2) topic = id;
    return [{ path: indent.length === 2 ? id : `${topic}/${id}`, line: index + 1 }];
  });
}

/**
 * All languages must have the same topics and entries in the same order, with unique IDs: an
 * address such as `/faq#dns-ttl` must open the same answer in all of them.
 * @throws Error with the file and the line of the first difference
 */
export function checkOutlines(files: Readonly<Record<string, string>>, source: string): void {
  const wanted = outline(files[source] ?? '');
  const usedIds = new Map<string, number>();
  for (const { path, line } of wanted) {
    const id = path.split('/').pop() ?? '';
    const before = usedIds.get(id);
    if (before !== undefined) throw new Error(`${source}:${line}: the ID ${id} is already used on line ${before}`);
    usedIds.set(id, line);
  }
  for (const [file, yaml] of Object.entries(files)) {
    const own = outline(yaml);
    for (let index = 0; index < Math.max(own.length, wanted.length); index++) {
      const [here, there] = [own[index], wanted[index]];
      if (here?.path === there?.path) continue;
      const line = here?.line ?? yaml.split('\n').length;
      throw new Error(
        `${file}:${line}: ${here ? `found ${here.path}` : 'the file ends'} where ${source}${there ? `:${there.line} has ${there.path}` : ' ends'}`,
      );
    }
  }
}
