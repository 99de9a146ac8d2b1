/**
 * Whether a segment begins at the film's time 0, as the first one should. hls.js would move another
 * beginning to 0; the opening moves nothing.
 * @param bytes of fragmented MP4 (ISO/IEC 14496-12), as far as they have come
 * @returns `null` if more bytes are needed
 */
export function beginsFilm(bytes: Uint8Array): boolean | null {
  const moof = findBox(bytes, 'moof');
  if (moof === null) return null;
  const times = boxesIn(moof)
    .filter(({ type }) => type === 'traf')
    .map(({ content }) => findBox(content, 'tfdt'));
  return times.length > 0 && times.every((tfdt) => tfdt !== null && isZero(tfdt));
}

/** `baseMediaDecodeTime`, after the version and the flags. */
const isZero = (tfdt: Uint8Array) =>
  tfdt.length > 4 && tfdt.subarray(4).every((byte) => byte === 0);

function findBox(bytes: Uint8Array, type: string): Uint8Array | null {
  return boxesIn(bytes).find((box) => box.type === type)?.content ?? null;
}

interface Box {
  type: string;
  content: Uint8Array;
}

/** @returns the whole boxes at this level. A box of 64-bit size ends the list. */
function boxesIn(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Box[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > bytes.length) break;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    boxes.push({ type, content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}
