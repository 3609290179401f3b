import { isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml';
import { fault } from '../../../core/fault.ts';
import type { FormatFault } from './entries.ts';

/** Characters of a YAML file; 10,000 records need less. Its syntax takes many times longer to read than that of a master file. */
const maxYaml = 2_000_000;
/** Uses of anchors in one record. */
const maxAliases = 100;

/** A map of the file: its value, the line where it begins, and the key it has in the map around it. */
interface YamlMap {
  key: string;
  line: number;
  value: Record<string, unknown>;
}

/**
 * The maps of a YAML stream: with `keyed`, those below each key of its documents, alone or in a list; else the documents themselves.
 * Never throws.
 */
export function readMaps(text: string, keyed: boolean): YamlMap[] | FormatFault {
  if (text.length > maxYaml) return { ...fault('zone:error.yamlSize', { max: maxYaml / 1_000_000 }), line: 1 };
  const lines = new LineCounter();
  const found: YamlMap[] = [];
  try {
    // A name twice is two records; the check would take time quadratic in the names.
    const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false });
    if (!Array.isArray(documents)) return { ...fault('zone:error.yaml'), line: 1 };
    for (const document of documents) {
      const [wrong] = document.errors;
      if (wrong) return { ...fault('zone:error.yaml'), line: lines.linePos(wrong.pos[0]).line };
      const add = (key: string, node: Node | null, line: number): boolean => {
        if (!isMap(node)) return false;
        found.push({ key, line, value: node.toJS(document, { maxAliasCount: maxAliases }) as Record<string, unknown> }); // a map
        return true;
      };
      const lineOf = (node: unknown): number => lines.linePos((node as Node | null)?.range?.[0] ?? 0).line;
      const root = document.contents;
      if (root === null) continue;
      if (!keyed) {
        if (!add('', root, lineOf(root))) return { ...fault('zone:error.yaml'), line: lineOf(root) };
        continue;
      }
      if (!isMap(root)) return { ...fault('zone:error.yaml'), line: lineOf(root) };
      for (const { key, value } of root.items) {
        const name = isScalar(key) ? String(key.value ?? '') : '';
        const items = isSeq(value) ? value.items : [value];
        for (const item of items)
          if (!add(name, item as Node | null, lineOf(isSeq(value) ? item : key))) return { ...fault('zone:error.yaml'), line: lineOf(key) };
      }
    }
  } catch {
    // Too many aliases, or too deep.
    return { ...fault('zone:error.yaml'), line: 1 };
  }
  return found;
}
