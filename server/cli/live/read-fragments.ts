import type { Readable } from 'node:stream';
import {
  boxAt,
  children,
  contentOf,
  decodeTimeOf,
  find,
  tracksOf,
} from '../../library/live/mp4-boxes.ts';
import { liveLimits } from './live-limits.ts';

/** A piece of an encoder’s output: an initialization section, then fragments. */
export type EncodedPiece =
  | { type: 'init'; bytes: Buffer }
  | {
      type: 'fragment';
      bytes: Buffer;
      /** Since the encoder's start. */
      startSec: number;
      durationSec: number;
      /** Whether decoding can begin with it. */
      isIndependent: boolean;
    };

/**
 * Splits fragmented MP4 of one track (ISO/IEC 14496-12 8.8).
 * @throws for anything else
 */
export async function* readFragments(stream: Readable): AsyncGenerator<EncodedPiece> {
  let head: Buffer[] = [];
  let timescale = 0;
  for await (const box of boxesOf(stream)) {
    const { type } = boxAt(box, 0);
    if (type === 'ftyp' || type === 'moov' || type === 'moof') head.push(box);
    if (type === 'moov') {
      const [track] = tracksOf(contentOf(box, boxAt(box, 0)));
      if (track === undefined) throw new Error('the encoder wrote no track');
      timescale = track.timescale;
      yield { type: 'init', bytes: Buffer.concat(head) };
      head = [];
    }
    const [moof] = head;
    if (type !== 'mdat' || moof === undefined) continue;
    head = [];
    yield {
      type: 'fragment',
      bytes: Buffer.concat([moof, box]),
      ...factsOf(contentOf(moof, boxAt(moof, 0)), timescale),
    };
  }
}

async function* boxesOf(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  /** Bytes of the next box; 8 until its header is there. */
  let wanted = 8;
  for await (const chunk of stream) {
    waiting.push(chunk);
    length += chunk.length;
    while (length >= wanted) {
      const bytes = Buffer.concat(waiting);
      const { size } = length >= 16 ? boxAt(bytes, 0) : { size: bytes.readUInt32BE(0) };
      if (size < 8 || size > liveLimits.boxMaxBytes) {
        // A box of 64-bit size needs its longer header.
        if (size === 1 && length < 16) {
          wanted = 16;
          continue;
        }
        throw new Error('the encoder wrote a broken box');
      }
      wanted = size;
      waiting = [bytes];
      if (length < size) break;
      yield bytes.subarray(0, size);
      waiting = [bytes.subarray(size)];
      length -= size;
      wanted = 8;
    }
  }
}

/** Flags of a sample, ISO/IEC 14496-12 8.8.3.1. */
const isNonSync = 0x0001_0000;

/** @param moof content of the box */
function factsOf(
  moof: Buffer,
  timescale: number,
): { startSec: number; durationSec: number; isIndependent: boolean } {
  const tfhd = find(moof, 'traf', 'tfhd');
  const traf = find(moof, 'traf');
  if (tfhd === null || traf === null) throw new Error('the encoder wrote a broken fragment');
  const defaults = readDefaults(tfhd);
  let duration = 0;
  let firstFlags: number | null = null;
  for (const box of children(traf)) {
    if (box.type !== 'trun') continue;
    const run = readRun(contentOf(traf, box), defaults);
    duration += run.duration;
    firstFlags ??= run.firstFlags;
  }
  return {
    startSec: (decodeTimeOf(moof) ?? 0) / timescale,
    durationSec: duration / timescale,
    isIndependent: ((firstFlags ?? 0) & isNonSync) === 0,
  };
}

interface Defaults {
  duration: number;
  flags: number;
}

/** ISO/IEC 14496-12 8.8.7 */
function readDefaults(tfhd: Buffer): Defaults {
  const has = tfhd.readUInt32BE(0) & 0xff_ffff;
  let at = 8;
  const take = (flag: number, bytes: number) => {
    if ((has & flag) === 0) return null;
    at += bytes;
    return bytes === 4 ? tfhd.readUInt32BE(at - bytes) : null;
  };
  take(0x01, 8);
  take(0x02, 4);
  const duration = take(0x08, 4);
  take(0x10, 4);
  const flags = take(0x20, 4);
  return { duration: duration ?? 0, flags: flags ?? 0 };
}

/** ISO/IEC 14496-12 8.8.8 */
function readRun(
  trun: Buffer,
  defaults: Defaults,
): { duration: number; firstFlags: number | null } {
  const has = trun.readUInt32BE(0) & 0xff_ffff;
  const count = trun.readUInt32BE(4);
  let at = 8 + ((has & 0x01) === 0 ? 0 : 4);
  let firstFlags: number | null = null;
  if ((has & 0x04) !== 0) {
    firstFlags = trun.readUInt32BE(at);
    at += 4;
  }
  const [hasDuration, hasSize, hasFlags, hasOffset] = [0x100, 0x200, 0x400, 0x800].map(
    (flag) => (has & flag) !== 0,
  );
  const bytes = [hasDuration, hasSize, hasFlags, hasOffset].filter(Boolean).length * 4;
  if (count > 0 && hasFlags)
    firstFlags ??= trun.readUInt32BE(at + (hasDuration ? 4 : 0) + (hasSize ? 4 : 0));
  let duration = hasDuration ? 0 : count * defaults.duration;
  if (hasDuration)
    for (let sample = 0; sample < count; sample += 1)
      duration += trun.readUInt32BE(at + sample * bytes);
  return { duration, firstFlags: firstFlags ?? defaults.flags };
}
