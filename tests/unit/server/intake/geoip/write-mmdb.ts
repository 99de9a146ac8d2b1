/** A value that a record can have. */
type Value = string | number | { readonly [name: string]: Value };

const controlOf = (type: number, size: number) => Buffer.from([(type << 5) | size]);

/** Encodes short texts, small numbers and small maps of the format (types 2, 5 and 7). */
function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([controlOf(2, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(value);
    return Buffer.concat([controlOf(5, 2), bytes]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    controlOf(7, entries.length),
    ...entries.flatMap(([name, inner]) => [encode(name), encode(inner)]),
  ]);
}

const uint24 = (value: number) => Buffer.from([value >> 16, value >> 8, value]);

/**
 * Writes the smallest database in the MaxMind DB format: its tree has one node, so that one half of
 * all addresses (from 0.0.0.0 on) has the first record, and the other (from 128.0.0.0 on) the
 * second.
 * https://maxmind.github.io/MaxMind-DB/
 */
export function writeMmdb(
  [lower, upper]: readonly [Value, Value],
  { ipVersion = 4, type = 'Test-Country' } = {},
): Buffer {
  const nodeCount = 1;
  const separator = Buffer.alloc(16);
  const [first, second] = [encode(lower), encode(upper)];
  const pointerTo = (offset: number) => uint24(nodeCount + separator.length + offset);
  return Buffer.concat([
    ...[pointerTo(0), pointerTo(first.length), separator, first, second],
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode({
      ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1 },
      ...{ database_type: type, description: {}, ip_version: ipVersion },
      ...{ node_count: nodeCount, record_size: 24 },
    }),
  ]);
}
