import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../edit/write-parts.ts';
import { liveLimits } from './live-limits.ts';
import { type Part, readPlaylist, renderPlaylist } from './live-playlist.ts';
import type { EncodedPiece } from './read-fragments.ts';
import { createSegmentWindow } from './segment-window.ts';

const { segmentSec } = liveLimits;

export interface TrackOptions {
  folder: string;
  /** Stem of the track's files. */
  name: string;
  /** Whether segments must begin with a keyframe. */
  isPicture: boolean;
  hasParts: boolean;
  /** Whether all segments stay. A recording that was interrupted stays one. */
  isRecorded: boolean;
}

/** The output of one encoder: its times begin at 0, and its pictures need its own decoder. */
export interface Session {
  /** Time of day of its start. */
  startMs: number;
  /** Sessions before it in this stream; the same number for all tracks. */
  number: number;
}

/** Writes a track's segments and its playlist. No file changes once a playlist lists it. */
export interface TrackWriter {
  write(piece: EncodedPiece, session: Session): Promise<void>;
  /** Whether its playlist is there: after the first segment. */
  hasPlaylist(): boolean;
  /** Number of the next session. Players compare it between tracks. */
  nextSession(): number;
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
  const { folder, name, isPicture, hasParts } = options;
  const playlistFile = join(folder, `${name}.m3u8`);
  const earlier = readPlaylist(await readFile(playlistFile, 'utf8').catch(() => ''));
  const isRecorded = options.isRecorded || (earlier.isRecorded && !earlier.isEnded);
  const window = createSegmentWindow(earlier, isRecorded);
  const files = await filesOf(folder, name);
  const kept = window.files();
  /** Files of an earlier run that the next playlist does not list. */
  let left = files.filter((file) => !kept.has(file));
  /** Number in the names of the next segment's files. No name is used twice. */
  let fileNumber = files.reduce((next, file) => Math.max(next, numberIn(file, name) + 1), 0);
  let open: OpenSegment | null = null;
  let hasPlaylist = window.listed().segments.length > 0;
  /** Tags of the next segment. */
  let tags: string[] = [];

  async function writePlaylist(isEnded: boolean): Promise<void> {
    const listed = window.listed();
    if (listed.segments.length === 0) return;
    const text = renderPlaylist({ ...listed, open, hasParts, isRecorded, isEnded });
    await replaceFile(playlistFile, text);
    hasPlaylist = true;
    await remove([...window.takeGone(), ...left]);
    left = [];
  }

  async function remove(names: readonly string[]): Promise<void> {
    for (const file of names) await rm(join(folder, file), { force: true });
  }

  async function closeSegment(): Promise<void> {
    if (open === null) return;
    const { parts, bytes } = open;
    const uri = `${name}-${fileNumber}.m4s`;
    await writeFile(join(folder, uri), Buffer.concat(bytes));
    fileNumber += 1;
    const durationSec = parts.reduce((sum, part) => sum + part.durationSec, 0);
    window.add({ uri, durationSec, tags: open.tags, parts: hasParts ? parts : [] });
    open = null;
  }

  const nextSession = () => (window.nextNumber() === 0 ? 0 : window.discontinuityCount() + 1);

  async function begin(bytes: Buffer, session: number): Promise<void> {
    // An encoder that failed has left its segment open.
    await closeSegment();
    const uri = `${name}-${fileNumber}.${isPicture ? 'cmfv' : 'cmfa'}`;
    await writeFile(join(folder, uri), bytes);
    const skipped = Math.max(0, session - window.discontinuityCount());
    tags = [...Array<string>(skipped).fill('#EXT-X-DISCONTINUITY'), `#EXT-X-MAP:URI="${uri}"`];
  }

  return {
    hasPlaylist: () => hasPlaylist,
    nextSession,
    async write(piece, { startMs, number }) {
      if (piece.type === 'init') return begin(piece.bytes, number);
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
      const uri = `${name}-${fileNumber}.${open.parts.length}.m4s`;
      if (hasParts) await writeFile(join(folder, uri), bytes);
      open.parts.push({ uri, durationSec, isIndependent });
      open.bytes.push(bytes);
      if (hasParts || open.parts.length === 1) await writePlaylist(false);
    },
    async cut() {
      // With parts, the next session closes it: hls.js 1.7 puts a last segment that has parts and
      // no successor at a wrong time.
      if (!hasParts) await closeSegment();
      await writePlaylist(false);
    },
    async end() {
      // The last parts stay: players that are behind still fetch them. The next run removes them;
      // beside a finished recording they stay as long as it does.
      await closeSegment();
      await writePlaylist(true);
    },
  };
}

/** Number of a segment of even length. A keyframe may come slightly early. */
function multipleOf(startSec: number): number {
  return Math.floor(startSec / segmentSec + 0.01);
}

/** @returns the files of a track: segments, parts and initialization sections */
async function filesOf(folder: string, name: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => !Number.isNaN(numberIn(file, name)));
}

/** @returns the number in a file's name, `NaN` if it is no file of this track */
function numberIn(file: string, name: string): number {
  if (!file.startsWith(`${name}-`)) return Number.NaN;
  const [, number] = /^(\d+)(?:\.\d+)?\.(?:m4s|cmf[va])$/.exec(file.slice(name.length + 1)) ?? [];
  return Number(number);
}
