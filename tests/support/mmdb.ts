import { parseNetwork } from '../../src/lib/rules/core/network.ts';

type Value = string | number | { [name: string]: Value } | readonly Value[];

/** A field of MaxMind's format: a control byte with type and size, then the data (maxmind.github.io/MaxMind-DB). */
function encode(value: Value, type: 'uint16' | 'uint32' | 'uint64' = 'uint32'): Buffer {
  const head = (kind: number, size: number) => {
    const [first, extra] = size < 29 ? [size, []] : size < 285 ? [29, [size - 29]] : [30, [(size - 285) >> 8, (size - 285) & 255]];
    return Buffer.from(kind < 8 ? [(kind << 5) | first, ...extra] : [first, kind - 7, ...extra]);
  };
  if (typeof value === 'string') return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(value));
    const short = bytes.subarray(value === 0 ? 8 : bytes.findIndex((byte) => byte !== 0));
    return Buffer.concat([head({ uint16: 5, uint32: 6, uint64: 9 }[type], short.length), short]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map((one) => encode(one))]);
  const entries = Object.entries(value);
  return Buffer.concat([head(7, entries.length), ...entries.flatMap(([name, part]) => [encode(name), encode(part)])]);
}

type Node = [Node | number | null, Node | number | null];

/** A database of IPv4 networks: at most 2,000 nodes and 1 MB of data. @param places values by network, such as `127.0.0.0/8` */
export function writeMmdb(places: Record<string, Value>): Buffer {
  const root: Node = [null, null];
  const parts: Buffer[] = [];
  let size = 0;
  for (const [network, value] of Object.entries(places)) {
    const parsed = parseNetwork(network);
    if (parsed?.words.length !== 2) throw new Error(`${network} is not a network of IPv4`);
    const [high = 0, low = 0] = parsed.words;
    const bits = ((high << 16) | low) >>> 0;
    const length = Number(network.split('/')[1] ?? 32);
    let node = root;
    for (let at = 0; at < length; at++) {
      const side = (bits >>> (31 - at)) & 1;
      if (at === length - 1) node[side] = size;
      else {
        const next = node[side];
        const child: Node = Array.isArray(next) ? next : [null, null];
        node[side] = child;
        node = child;
      }
    }
    const data = encode(value);
    parts.push(data);
    size += data.length;
  }
  const nodes: Node[] = [];
  const number = (node: Node): void => {
    nodes.push(node);
    for (const side of node) if (Array.isArray(side)) number(side);
  };
  number(root);
  const places32 = new Map(nodes.map((node, at) => [node, at]));
  const tree = Buffer.alloc(nodes.length * 8);
  for (const [at, node] of nodes.entries())
    for (const [side, to] of node.entries()) {
      const record = to === null ? nodes.length : Array.isArray(to) ? (places32.get(to) ?? 0) : nodes.length + 16 + to;
      tree.writeUInt32BE(record, at * 8 + side * 4);
    }
  const named = (name: string, value: Value, type: 'uint16' | 'uint32' | 'uint64' = 'uint32') => [encode(name), encode(value, type)];
  const fields = [
    named('binary_format_major_version', 2, 'uint16'),
    named('binary_format_minor_version', 0, 'uint16'),
    named('build_epoch', 1_700_000_000, 'uint64'),
    named('database_type', 'Test'),
    named('description', { en: 'Test' }),
    named('ip_version', 4, 'uint16'),
    named('languages', ['en']),
    named('node_count', nodes.length),
    named('record_size', 32, 'uint16'),
  ];
  const marker = Buffer.from([0xab, 0xcd, 0xef, ...Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...parts, marker, Buffer.from([(7 << 5) | fields.length]), ...fields.flat()]);
}
