import { rtmpLimits } from '../live-limits.ts';

/** A value of AMF0. Types that no command of a sender needs are left out. */
export type AmfValue = number | boolean | string | null | AmfValue[] | { [name: string]: AmfValue };

/**
 * Reads all values of a message (AMF0 2.2 to 2.14).
 * @throws RangeError if they are incomplete, of another type, or nested too deeply
 */
export function readAmf(bytes: Buffer): AmfValue[] {
  let at = 0;
  const text = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('the text is incomplete');
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const shortText = () => {
    at += 2;
    return text(bytes.readUInt16BE(at - 2));
  };
  const count = () => {
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };

  function properties(depth: number): AmfValue {
    const found: { [name: string]: AmfValue } = Object.create(null);
    for (;;) {
      const name = shortText();
      if (name === '' && bytes[at] === endMark) {
        at += 1;
        return found;
      }
      found[name] = value(depth + 1);
    }
  }

  function items(depth: number): AmfValue[] {
    const found: AmfValue[] = [];
    for (let left = count(); left > 0; left -= 1) found.push(value(depth + 1));
    return found;
  }

  function value(depth: number): AmfValue {
    if (depth > rtmpLimits.depthCount) throw new RangeError('the values are nested too deeply');
    const type = bytes.readUInt8(at);
    at += 1;
    switch (type) {
      case 0x00:
        at += 8;
        return bytes.readDoubleBE(at - 8);
      case 0x01:
        at += 1;
        return bytes.readUInt8(at - 1) !== 0;
      case 0x02:
        return shortText();
      case 0x03:
        return properties(depth);
      case 0x05:
      case 0x06:
        return null;
      case 0x08:
        count();
        return properties(depth);
      case 0x0a:
        return items(depth);
      case 0x0b:
        at += 10;
        return bytes.readDoubleBE(at - 10);
      case 0x0c:
        return text(count());
      default:
        throw new RangeError(`the type ${type} is not supported`);
    }
  }

  const values: AmfValue[] = [];
  while (at < bytes.length) values.push(value(0));
  return values;
}

const endMark = 0x09;

/** @returns the values of a command; objects become AMF0 objects */
export function writeAmf(...values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.map(written));
}

function written(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([0x05]);
  if (typeof value === 'boolean') return Buffer.from([0x01, value ? 1 : 0]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'string') return Buffer.concat([Buffer.from([0x02]), named(value)]);
  if (Array.isArray(value)) {
    const head = Buffer.alloc(5);
    head[0] = 0x0a;
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(written)]);
  }
  const entries = Object.entries(value).flatMap(([name, inner]) => [named(name), written(inner)]);
  return Buffer.concat([Buffer.from([0x03]), ...entries, Buffer.from([0, 0, endMark])]);
}

function named(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(bytes.length);
  return Buffer.concat([head, bytes]);
}
