import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveLimits } from './live-limits.ts';
import { type Part, readPlaylist, renderPlaylist } from './live-playlist.ts';
import type { EncodedPiece } from './read-fragments.ts';
import { replaceFile } from './replace-file.ts';
import { createSegmentWindow } from './segment-window.ts';

const { segmentSec } = liveLimits;

export interface TrackOptions {
  folder: string;
  /** Stem of the track's files. */
  name: string;
  /** Whether segments must begin with a keyframe. */
  isPicture: boolean;
  hasParts: boolean;
  isRecorded: boolean;
}

/** Writes a track's segments and its playlist. No file changes once a playlist lists it. */
export interface TrackWriter {
  /** @param startMs time of day of the encoder's start */
  write(piece: EncodedPiece, startMs: number): Promise<void>;
  /** The encoder has ended; another may follow. */
  cut(): Promise<void>;
  /** Nothing follows. */
  end(): Promise<void>;
}

/** A segment that is being written. */
interface OpenSegment {
  parts: Part[];
  bytes: Buffer[];
  tags: string[];
  startSec: number;
}

/** Continues the playlist of an earlier run that has not ended. */
export async function openTrackWriter(options: TrackOptions): Promise<TrackWriter> {
  const { folder, name, isPicture, hasParts, isRecorded } = options;
  const playlistFile = join(folder, `${name}.m3u8`);
  const earlier = readPlaylist(await readFile(playlistFile, 'utf8').catch(() => ''));
  const window = createSegmentWindow(earlier, isRecorded);
  let open: OpenSegment | null = null;
  /** Tags of the next segment. */
  let tags: string[] = [];
  let isFirst = window.next() === 0;

  async function writePlaylist(isEnded: boolean): Promise<void> {
    const listed = window.listed();
    if (listed.segments.length === 0) return;
    const text = renderPlaylist({ ...listed, open, hasParts, isRecorded, isEnded });
    await replaceFile(playlistFile, text);
    await remove(window.takeGone());
  }

  async function remove(names: readonly string[]): Promise<void> {
    for (const file of names) await rm(join(folder, file), { force: true });
  }

  async function closeSegment(): Promise<void> {
    if (open === null) return;
    const { parts, bytes } = open;
    const uri = `${name}-${window.next()}.m4s`;
    await writeFile(join(folder, uri), Buffer.concat(bytes));
    const durationSec = parts.reduce((sum, part) => sum + part.durationSec, 0);
    window.add({ uri, durationSec, tags: open.tags, parts: hasParts ? parts : [] });
    open = null;
  }

  async function begin(bytes: Buffer): Promise<void> {
    const uri = `${name}-${window.next()}.${isPicture ? 'cmfv' : 'cmfa'}`;
    await writeFile(join(folder, uri), bytes);
    tags = [...(isFirst ? [] : ['#EXT-X-DISCONTINUITY']), `#EXT-X-MAP:URI="${uri}"`];
    isFirst = false;
  }

  return {
    async write(piece, startMs) {
      if (piece.type === 'init') return begin(piece.bytes);
      const { startSec, durationSec, isIndependent, bytes } = piece;
      const canStart = !isPicture || isIndependent;
      // At whole multiples, so that segments of sound stay beside those of the picture.
      const isNext = open !== null && multipleOf(startSec) > multipleOf(open.startSec);
      if (canStart && isNext) await closeSegment();
      if (open === null) {
        const time = new Date(startMs + startSec * 1_000).toISOString();
        tags.push(`#EXT-X-PROGRAM-DATE-TIME:${time}`);
        open = { parts: [], bytes: [], tags, startSec };
        tags = [];
      }
      const uri = `${name}-${window.next()}.${open.parts.length}.m4s`;
      if (hasParts) await writeFile(join(folder, uri), bytes);
      open.parts.push({ uri, durationSec, isIndependent });
      open.bytes.push(bytes);
      if (hasParts || open.parts.length === 1) await writePlaylist(false);
    },
    async cut() {
      await closeSegment();
      await writePlaylist(false);
    },
    async end() {
      await closeSegment();
      await writePlaylist(true);
      await remove(window.parts());
    },
  };
}

/** Number of a segment of even length. A keyframe may come slightly early. */
function multipleOf(startSec: number): number {
  return Math.floor(startSec / segmentSec + 0.01);
}
