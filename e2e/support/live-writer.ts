import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from './live-library.ts';
import { expect } from './test.ts';

const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';

/** A program that writes a live stream into the library of a running server. */
export interface LiveWriter {
  /** The video's id. */
  id: string;
  start(): void;
  /** Removes the playlist until the promise settles; then ffmpeg writes it again. */
  withoutPlaylist(until: Promise<unknown>): Promise<void>;
  /** Start of the oldest segment in the MPD, in seconds. */
  windowStartSec(): number;
  /** Segments, of a second each, that are there. */
  segmentCount(): number;
  /** As a crash does: the playlist gets no end. */
  kill(): Promise<void>;
  /** As Ctrl-C does: ffmpeg writes the end of the playlist. */
  end(): Promise<void>;
}

/**
 * The arguments of ffmpeg after those of picture and sound. Its DASH starts again from zero, and
 * browsers may still have segments of the start before, so each start has its own names.
 */
const outputs = {
  hls: (_start: number, windowSec: number) => [
    ...['-hls_time', '1', '-hls_list_size', String(windowSec)],
    ...['-hls_flags', 'append_list+delete_segments'],
    'show.m3u8',
  ],
  dash: (start: number, windowSec: number) => [
    ...['-f', 'dash', '-seg_duration', '1', '-extra_window_size', '12'],
    ...['-window_size', String(windowSec)],
    ...['-init_seg_name', `init${start}-$RepresentationID$.m4s`],
    ...['-media_seg_name', `chunk${start}-$RepresentationID$-$Number$.m4s`],
    'show.mpd',
  ],
};

/** Tests in which ffmpeg writes a stream into an empty library. */
export const test = base.extend<{
  packaging: keyof typeof outputs;
  /** Length of the stream's window. */
  windowSec: number;
  writer: LiveWriter;
}>({
  packaging: ['hls', { option: true }],
  windowSec: [6, { option: true }],
  writer: async ({ mediaDir, packaging, windowSec }, use) => {
    const id = 'liveshow001';
    writeFileSync(join(mediaDir, 'show.json'), JSON.stringify({ id, title: 'Show' }));
    let child: ChildProcess | null = null;
    let starts = 0;
    const stop = async (signal: NodeJS.Signals) => {
      if (child === null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
      child = null;
    };
    await use({
      id,
      start() {
        starts += 1;
        const args = [
          ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15'],
          ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=440'],
          ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-pix_fmt', 'yuv420p'],
          ...['-c:a', 'aac', ...outputs[packaging](starts, windowSec)],
        ];
        child = spawn(ffmpeg, ['-v', 'error', '-nostdin', ...args], {
          cwd: mediaDir,
          stdio: 'ignore',
        });
      },
      async withoutPlaylist(until) {
        const playlist = join(mediaDir, packaging === 'hls' ? 'show.m3u8' : 'show.mpd');
        child?.kill('SIGSTOP');
        rmSync(playlist, { force: true });
        await until;
        child?.kill('SIGCONT');
        await expect.poll(() => existsSync(playlist)).toBe(true);
      },
      windowStartSec() {
        const mpd = readFileSync(join(mediaDir, 'show.mpd'), 'utf8');
        const { scale, ticks } =
          /timescale="(?<scale>\d+)"[\s\S]*?<S t="(?<ticks>\d+)"/.exec(mpd)?.groups ?? {};
        return Number(ticks) / Number(scale);
      },
      segmentCount: () => readdirSync(mediaDir).filter((name) => /-0-\d+\.m4s$/.test(name)).length,
      kill: () => stop('SIGKILL'),
      end: () => stop('SIGINT'),
    });
    await stop('SIGKILL');
  },
});
