import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  type SchemaOptions,
  visit,
} from 'yaml';
import { fault } from '../../../core/fault.ts';
import type { FormatFault } from './entries.ts';

/** Characters of a YAML file; 10,000 records need less. Its syntax takes many times longer to read than that of a master file. */
const maxYaml = 2_000_000;
/** Nodes of a file, with a copy for each use of an anchor. 10,000 records with comments and tags have 310,000. */
const maxNodes = 500_000;
/** Nodes around a node; a record of octoDNS has 14. */
const maxDepth = 50;
/** Numbers stay as they are written: a fingerprint such as `12e45` is none, and `007` is a name. */
const syntax = { schema: 'failsafe', customTags: ['bool', 'null'] } satisfies SchemaOptions;

/** A map of the file: its value, the line where it begins, and the key it has in the map around it. */
interface YamlMap {
  key: string;
  line: number;
  value: Record<string, unknown>;
}

/** Replaces each use of an anchor by its node. @throws RangeError when there are too many nodes, or without end */
function resolveAliases(document: Document): void {
  const anchors = new Map<string, Node>();
  let left = maxNodes;
  visit(document, (_, node, path) => {
    if (--left < 0 || path.length > maxDepth) throw new RangeError('too many nodes');
    if (isNode(node) && 'anchor' in node && node.anchor) anchors.set(node.anchor, node);
    // Without the anchor, reading the value throws.
    return isAlias(node) ? anchors.get(node.source) : undefined;
  });
}

/**
 * The maps of a YAML stream: with `keyed`, those below each key of its documents, alone or in a list; else the documents themselves.
 * Their scalars are texts, booleans and null. Never throws.
 */
export function readMaps(text: string, keyed: boolean): YamlMap[] | FormatFault {
  if (text.length > maxYaml) return { ...fault('zone:error.yamlSize', { max: maxYaml / 1_000_000 }), line: 1 };
  const lines = new LineCounter();
  const found: YamlMap[] = [];
  try {
    // A name twice is two records; the check would take time quadratic in the names.
    const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false, ...syntax });
    if (!Array.isArray(documents)) return { ...fault('zone:error.yaml'), line: 1 };
    for (const document of documents) {
      // An unknown tag is a warning.
      const [wrong] = [...document.errors, ...document.warnings];
      if (wrong) return { ...fault('zone:error.yaml'), line: lines.linePos(wrong.pos[0]).line };
      resolveAliases(document);
      const add = (key: string, node: Node | null, line: number): boolean => {
        if (!isMap(node)) return false;
        found.push({ key, line, value: node.toJS(document) as Record<string, unknown> }); // a map
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
