// ffmpeg encrypts the samples of fragments but omits how (ISO/IEC 23001-7: `senc`, with `saiz` and
// `saio` pointing to it). This can be added afterwards: its initialization vectors count the
// samples from 0, and only the length and first byte of each NAL unit stay clear.

const clearBytesOfNal = 5;
const vectorBytes = 8;

/**
 * @param {Buffer} fragment a media segment of one `moof`, encrypted by ffmpeg with `cenc-aes-ctr`
 * and `bitexact`
 * @param {number} firstSample number of its first sample in the track
 * @param {boolean} isVideo H.264; otherwise audio, whose samples are encrypted whole
 * @returns {{ bytes: Buffer, sampleCount: number }}
 */
export function addSampleEncryption(fragment, firstSample, isVideo) {
  const moof = findBox(fragment, 'moof', 0);
  const mdat = findBox(fragment, 'mdat', 0);
  const traf = findBox(fragment, 'traf', moof.start + 8);
  const trun = findBox(fragment, 'trun', traf.start + 8);
  const sizes = sampleSizes(fragment, trun.start);
  let at = mdat.start + 8;
  const entries = sizes.map((size, index) => {
    const vector = Buffer.alloc(vectorBytes);
    vector.writeBigUInt64BE(BigInt(firstSample + index));
    const entry = isVideo ? Buffer.concat([vector, subsamples(fragment, at, size)]) : vector;
    at += size;
    return entry;
  });

  const saiz = fullBox('saiz', 0, [
    u8(0),
    u32(entries.length),
    ...entries.map(({ length }) => u8(length)),
  ]);
  const saioLength = 20;
  // Offset from the start of the `moof`, whose other contents stay unchanged.
  const vectorsAt = traf.end - moof.start + saiz.length + saioLength + 16;
  const saio = fullBox('saio', 0, [u32(1), u32(vectorsAt)]);
  const senc = fullBox('senc', isVideo ? 2 : 0, [u32(entries.length), ...entries]);
  const added = Buffer.concat([saiz, saio, senc]);

  const bytes = Buffer.concat([fragment.subarray(0, traf.end), added, fragment.subarray(traf.end)]);
  for (const box of [moof, traf])
    bytes.writeUInt32BE(box.end - box.start + added.length, box.start);
  grow(bytes, trun.start + 16, added.length);
  const sidx = findBox(bytes, 'sidx', 0);
  // Version 1 has 8-byte times; the reference's size comes after the count.
  if (sidx !== null)
    grow(bytes, sidx.start + (bytes[sidx.start + 8] === 1 ? 40 : 32), added.length);
  return { bytes, sampleCount: sizes.length };
}

/**
 * ffmpeg announces one encrypted sample in the initialization section, which has none. Players
 * would look for it there.
 * @param {Buffer} init changed in place
 */
export function removeSampleEncryption(init) {
  for (const name of ['senc', 'saio', 'saiz']) {
    const at = init.indexOf(name, 0, 'latin1');
    if (at > 0) init.write('free', at, 'latin1');
  }
}

/**
 * @param {Buffer} bytes
 * @param {string} type
 * @param {number} from start of a box
 * @returns {{ start: number, end: number } | null}
 */
function findBox(bytes, type, from) {
  for (let start = from; start + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(start);
    if (bytes.toString('latin1', start + 4, start + 8) === type)
      return { start, end: start + size };
    if (size < 8) break;
    start += size;
  }
  return null;
}

/**
 * @param {Buffer} bytes
 * @param {number} trun
 * @returns {number[]}
 */
function sampleSizes(bytes, trun) {
  const flags = bytes.readUInt32BE(trun + 8) & 0xffffff;
  const count = bytes.readUInt32BE(trun + 12);
  const has = (flag) => ((flags & flag) === 0 ? 0 : 4);
  const first = trun + 16 + has(0x1) + has(0x4);
  const each = has(0x100) + has(0x200) + has(0x400) + has(0x800);
  return Array.from({ length: count }, (_, index) =>
    bytes.readUInt32BE(first + index * each + has(0x100)),
  );
}

function subsamples(bytes, start, size) {
  const parts = [];
  for (let at = start; at < start + size; ) {
    const nalBytes = bytes.readUInt32BE(at);
    parts.push(u16(clearBytesOfNal), u32(nalBytes - 1));
    at += 4 + nalBytes;
  }
  return Buffer.concat([u16(parts.length / 2), ...parts]);
}

function grow(bytes, at, by) {
  bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
}

function fullBox(type, flags, parts) {
  const content = Buffer.concat([u32(flags), ...parts]);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
}

const u8 = (value) => Buffer.from([value]);
function u16(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
