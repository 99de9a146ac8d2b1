import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { addLimits, encodingLimits } from '../add/add-limits.ts';
import { soundName, tracksFolder } from '../add/encoding-arguments.ts';
import type { MediaTools } from '../add/find-tools.ts';
import { masterText } from '../add/master-playlist.ts';
import { planLadder, type Rendition } from '../add/plan-ladder.ts';
import { probeBeginning } from '../add/probe-source.ts';
import { lastComplaint } from '../add/run-tool.ts';
import type { SourceFacts } from '../add/source-facts.ts';
import { type EncoderInput, firstOutputPipe, liveArguments } from './live-arguments.ts';
import { liveLimits } from './live-limits.ts';
import { readFragments } from './read-fragments.ts';
import { replaceFile } from './replace-file.ts';
import { takeBeginning } from './take-beginning.ts';
import { openTrackWriter, type TrackWriter } from './write-track.ts';

/** What a source delivers, from its beginning to its end. */
export type LiveInput =
  | { type: 'pipe'; format: 'flv' | 'mpegts'; stream: Readable }
  | { type: 'file'; file: string };

export interface LiveShow {
  /** The video's folder. */
  folder: string;
  /** Stem of the names of its files. */
  stem: string;
  hasLadder: boolean;
  hasParts: boolean;
  isRecorded: boolean;
  tools: MediaTools;
  signal: AbortSignal;
  /** Its first segments can be played. */
  onLive: () => void;
}

/** By the track's name. */
export type Writers = Map<string, TrackWriter>;

/**
 * Encodes an input until it ends, or the signal stops it.
 * @param writers those of earlier inputs of the same show, to which it adds
 * @returns `NOT_MEDIA` or `ENCODER_FAILED` with the cause
 */
export async function encodeStream(
  input: LiveInput,
  show: LiveShow,
  writers: Writers,
): Promise<Result<void, 'NOT_MEDIA' | 'ENCODER_FAILED'>> {
  const beginning = input.type === 'pipe' ? await takeBeginning(input.stream) : Buffer.alloc(0);
  const probed = await probeInput(input, beginning, show);
  if (!probed.ok) return err('NOT_MEDIA', probed.error.message);
  const facts = probed.value;
  const renditions = planLive(facts, show);
  const tracks = await openTracks(renditions, facts, show, writers);
  const encoder = startEncoder(input, { facts, renditions, trackCount: tracks.length }, show);
  const feeding = feed(input, beginning, encoder.stdin);
  const startMs = Date.now();
  const inits = new Map<string, Buffer>();
  let isLive = false;

  async function follow({ name, writer }: OpenTrack, output: Readable): Promise<void> {
    for await (const piece of readFragments(output)) {
      await writer.write(piece, startMs);
      if (piece.type === 'init') {
        inits.set(name, piece.bytes);
        if (inits.size === tracks.length) await writeMaster(show, facts, renditions, inits);
      } else if (!isLive && inits.size === tracks.length) {
        isLive = true;
        show.onLive();
      }
    }
    await writer.cut();
  }

  const followed = await Promise.allSettled(
    tracks.map((track, index) => follow(track, encoder.output(index))),
  );
  const failure = followed.find((result) => result.status === 'rejected');
  if (failure !== undefined) encoder.kill();
  await feeding;
  const complaint = await encoder.ended;
  if (failure !== undefined) return err('ENCODER_FAILED', String(failure.reason));
  return complaint === null ? ok(undefined) : err('ENCODER_FAILED', lastComplaint(complaint));
}

interface OpenTrack {
  name: string;
  writer: TrackWriter;
}

/** @returns `ended`: with the messages of a failure, or `null` */
function startEncoder(
  input: LiveInput,
  {
    facts,
    renditions,
    trackCount,
  }: { facts: SourceFacts; renditions: readonly Rendition[]; trackCount: number },
  { tools, signal, hasParts }: LiveShow,
): {
  stdin: Writable;
  output: (index: number) => Readable;
  kill: () => void;
  ended: Promise<string | null>;
} {
  const { canToneMap } = tools;
  const from: EncoderInput = input.type === 'file' ? input : { type: 'pipe', format: input.format };
  const outputs = Array.from({ length: trackCount }, () => 'pipe' as const);
  // Without this process it ends by itself: nobody reads its pipes.
  const encoder = spawn(
    tools.ffmpeg,
    liveArguments({ input: from, facts, renditions, hasParts, canToneMap }),
    { stdio: ['pipe', 'ignore', 'pipe', ...outputs], windowsHide: true },
  );
  const { stdin, stderr } = encoder;
  if (stdin === null || stderr === null) throw new Error('a pipe is missing');
  // It writes the rest.
  const stop = () => encoder.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-addLimits.complaintMaxChars);
  });
  return {
    stdin,
    output(index) {
      const output = encoder.stdio[firstOutputPipe + index];
      if (!(output instanceof Readable)) throw new Error('a pipe is missing');
      return output;
    },
    kill: () => encoder.kill('SIGKILL'),
    ended: once(encoder, 'close').then(([code]) => {
      signal.removeEventListener('abort', stop);
      return code === 0 || signal.aborted || complaint === '' ? null : complaint;
    }),
  };
}

async function writeMaster(
  { folder, stem }: LiveShow,
  facts: SourceFacts,
  renditions: readonly Rendition[],
  inits: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const { soundBitrate } = encodingLimits;
  const sounds = facts.sounds.slice(0, 1);
  const text = masterText({
    renditions,
    sounds,
    frameRate: facts.picture?.frameRate ?? '0',
    pictureMeasures: renditions.map(({ name, maxBitrate }) => ({
      peak: maxBitrate,
      average: maxBitrate,
      init: inits.get(name) ?? Buffer.alloc(0),
    })),
    soundMeasures: sounds.map(() => ({ peak: soundBitrate, average: soundBitrate })),
  });
  await replaceFile(join(folder, `${stem}.m3u8`), text);
}

/** The best qualities of the source, at most as many as a machine can encode at once. */
function planLive({ picture }: SourceFacts, { hasLadder }: LiveShow): Rendition[] {
  if (picture === null) return [];
  const { width, height, frameRate } = picture;
  const scale = Math.min(1, liveLimits.sideMaxPx / Math.min(width, height));
  const ladder = planLadder({ width: width * scale, height: height * scale, frameRate });
  return ladder.slice(0, hasLadder ? liveLimits.renditionCount : 1);
}

async function openTracks(
  renditions: readonly Rendition[],
  facts: SourceFacts,
  { folder, hasParts, isRecorded }: LiveShow,
  writers: Writers,
): Promise<OpenTrack[]> {
  const names = [
    ...renditions.map(({ name }) => ({ name, isPicture: true })),
    ...facts.sounds.slice(0, 1).map(() => ({ name: soundName(0), isPicture: false })),
  ];
  const tracks = [];
  for (const { name, isPicture } of names) {
    const writer =
      writers.get(name) ??
      (await openTrackWriter({
        folder: join(folder, tracksFolder),
        name,
        isPicture,
        hasParts,
        isRecorded,
      }));
    writers.set(name, writer);
    tracks.push({ name, writer });
  }
  return tracks;
}

async function probeInput(
  input: LiveInput,
  beginning: Buffer,
  { folder, tools, signal }: LiveShow,
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
