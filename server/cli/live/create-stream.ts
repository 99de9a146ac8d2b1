import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { notWritten } from '../add/add-failures.ts';
import { encodingLimits } from '../add/add-limits.ts';
import { tracksFolder } from '../add/encoding-arguments.ts';
import type { MediaTools } from '../add/find-tools.ts';
import { masterText } from '../add/master-playlist.ts';
import type { Rendition } from '../add/plan-ladder.ts';
import { probeBeginning } from '../add/probe-source.ts';
import { lastComplaint } from '../add/run-tool.ts';
import type { SourceFacts } from '../add/source-facts.ts';
import { replaceFile } from '../edit/write-parts.ts';
import { readFragments } from './read-fragments.ts';
import { startEncoder } from './start-encoder.ts';
import { fitTracks, openTracks, type StreamTracks } from './stream-tracks.ts';
import { takeBeginning } from './take-beginning.ts';
import type { TrackWriter } from './write-track.ts';

/** Media of a source, from its beginning to its end. */
export type LiveInput =
  | { type: 'pipe'; format: 'flv' | 'mpegts'; stream: Readable }
  | { type: 'file'; file: string };

export interface StreamOptions {
  /** The video's folder. */
  folder: string;
  /** Stem of the names of its files. */
  stem: string;
  hasLadder: boolean;
  hasParts: boolean;
  isRecorded: boolean;
  tools: MediaTools;
  /** Ends the stream. */
  signal: AbortSignal;
  /** Its first segments can be played. */
  onLive: () => void;
}

/** A stream of the library, which continues with each input. */
export interface Stream {
  /**
   * Encodes an input until it ends, or the signal stops it.
   * @returns the cause of a failure; the stream can go on with another input
   */
  encode(input: LiveInput): Promise<Result<void>>;
  /**
   * Nothing follows.
   * @returns why the playlists cannot be written
   */
  end(): Promise<Result<void>>;
}

export function createStream(options: StreamOptions): Stream {
  const { folder, hasParts, tools, signal, onLive } = options;
  let tracks: StreamTracks | null = null;

  return {
    async encode(input) {
      try {
        return await encodeInput(input);
      } catch (error) {
        const isOfFile = error instanceof Error && 'code' in error;
        return isOfFile ? notWritten(error, folder) : err('ENCODER_FAILED', String(error));
      }
    },
    async end() {
      try {
        for (const { writer } of tracks?.open ?? []) await writer.end();
        return ok(undefined);
      } catch (error) {
        return notWritten(error, folder);
      }
    },
  };

  async function encodeInput(input: LiveInput): Promise<Result<void>> {
    const beginning =
      input.type === 'pipe' ? await takeBeginning(input.stream, signal) : Buffer.alloc(0);
    const probed = await probeInput(input, beginning, options);
    if (!probed.ok) return err('NOT_MEDIA', probed.error.message);
    tracks ??= await openTracks(probed.value, { ...options, folder: join(folder, tracksFolder) });
    const fitted = fitTracks(probed.value, tracks);
    if (!fitted.ok) return fitted;
    const { facts, hasBars } = fitted.value;
    const { renditions, open } = tracks;
    const encoder = startEncoder(
      tools.ffmpeg,
      { input, facts, hasBars, renditions, hasParts, canToneMap: tools.canToneMap },
      signal,
    );
    const feeding = feed(input, beginning, encoder.stdin);
    const number = Math.max(...open.map(({ writer }) => writer.nextSession()));
    const session = { startMs: Date.now(), number };
    const inits = new Map<string, Buffer>();
    let isLive = false;

    async function follow(name: string, writer: TrackWriter, output: Readable): Promise<void> {
      for await (const piece of readFragments(output)) {
        await writer.write(piece, session);
        if (piece.type === 'init') inits.set(name, piece.bytes);
        // Players give up if the playlist of a track is missing.
        const isWhole =
          inits.size === open.length && open.every((track) => track.writer.hasPlaylist());
        if (isLive || !isWhole) continue;
        isLive = true;
        await writeMaster(options, facts, renditions, inits);
        onLive();
      }
      await writer.cut();
    }

    const followed = await Promise.allSettled(
      open.map(({ name, writer }, index) => follow(name, writer, encoder.output(index))),
    );
    const failure = followed.find((result) => result.status === 'rejected');
    if (failure !== undefined) encoder.kill();
    await feeding;
    const complaint = await encoder.ended;
    if (failure !== undefined) throw failure.reason;
    return complaint === null ? ok(undefined) : err('ENCODER_FAILED', lastComplaint(complaint));
  }
}

async function writeMaster(
  { folder, stem }: StreamOptions,
  { picture, sounds }: Pick<SourceFacts, 'picture' | 'sounds'>,
  renditions: readonly Rendition[],
  inits: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const { soundBitrate } = encodingLimits;
  const text = masterText({
    renditions,
    sounds,
    frameRate: picture?.frameRate ?? '0',
    pictureMeasures: renditions.map(({ name, maxBitrate }) => ({
      peak: maxBitrate,
      average: maxBitrate,
      init: inits.get(name) ?? Buffer.alloc(0),
    })),
    soundMeasures: sounds.map(() => ({ peak: soundBitrate, average: soundBitrate })),
  });
  await replaceFile(join(folder, `${stem}.m3u8`), text);
}

async function probeInput(
  input: LiveInput,
  beginning: Buffer,
  { folder, tools, signal }: StreamOptions,
): Promise<Result<SourceFacts>> {
  if (input.type === 'file') return probeBeginning(input.file, tools, signal);
  const file = join(folder, '.beginning');
  await writeFile(file, beginning);
  const probed = await probeBeginning(file, tools, signal);
  await rm(file, { force: true });
  return probed;
}

async function feed(input: LiveInput, beginning: Buffer, stdin: Writable): Promise<void> {
  if (input.type === 'file') {
    stdin.end();
    return;
  }
  stdin.write(beginning);
  // The encoder or the sender has gone; both are reported elsewhere.
  await pipeline(input.stream, stdin).catch(() => undefined);
}
