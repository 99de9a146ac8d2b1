import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from './live-library.ts';
import { expect } from './test.ts';

const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';

/** `offstage live`, and programs that send to it. */
export interface LiveCommand {
  start(...args: string[]): StartedCommand;
  /** Sends picture and sound without an end, as OBS does. */
  send(format: 'flv' | 'mpegts', address: string, options?: SenderOptions): Sender;
  /** A film of this many seconds. */
  film(name: string, seconds: number): string;
}

export interface StartedCommand {
  child: ChildProcess;
  /** Its output so far. */
  said(): string;
  /** Where it says that senders must send: the server, with the key of RTMP. */
  sendTo(): Promise<string>;
  /** Waits until it says that the stream is live. */
  isLive(): Promise<void>;
  ended: Promise<number | null>;
}

export interface SenderOptions {
  /** Pixels, such as `640x360`. */
  size?: string;
  hasSound?: boolean;
}

export interface Sender {
  ended: Promise<number | null>;
  kill(): Promise<void>;
}

/** Tests in which the command writes a stream into an empty library. */
export const test = base.extend<{ live: LiveCommand }>({
  live: async ({ mediaDir }, use) => {
    const [dataDir, films] = ['data', 'films'].map((name) =>
      mkdtempSync(join(tmpdir(), `offstage-live-${name}-`)),
    ) as [string, string];
    const children: ChildProcess[] = [];
    const run = (program: string, args: readonly string[]) => {
      const child = spawn(program, args, {
        env: { ...process.env, OFFSTAGE_MEDIA: mediaDir, OFFSTAGE_DATA: dataDir },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      let text = '';
      for (const output of [child.stdout, child.stderr])
        output.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
      const ended = once(child, 'close').then(() => child.exitCode);
      return { child, said: () => text, ended };
    };
    await use({
      start(...args) {
        const script = join(process.cwd(), 'scripts/offstage.js');
        const command = run(process.execPath, [script, 'live', ...args]);
        const found = (label: string) =>
          new RegExp(`^  ${label} +(\\S+)`, 'm').exec(command.said())?.[1];
        return {
          ...command,
          isLive: () => expect.poll(() => command.said()).toContain('The stream is live.'),
          async sendTo() {
            await expect.poll(() => found('send to') ?? command.said()).toMatch(/^(?:rtmp|srt):/);
            const server = found('send to') ?? '';
            if (server.startsWith('srt:')) return server;
            // It is printed after the address.
            await expect.poll(() => found('key')).toBeDefined();
            return `${server}/${found('key')}`;
          },
        };
      },
      send(format, address, { size = '640x360', hasSound = true } = {}) {
        const { child, ended } = run(ffmpeg, [
          ...['-v', 'error', '-nostdin'],
          ...['-re', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=15`],
          ...(hasSound ? ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440'] : []),
          ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-pix_fmt', 'yuv420p'],
          ...['-c:a', 'aac', '-f', format, address],
        ]);
        const kill = async () => {
          child.kill('SIGKILL');
          await ended;
        };
        return { ended, kill };
      },
      film(name, seconds) {
        const inputs = [
          `testsrc2=size=640x360:rate=15:duration=${seconds}`,
          `sine=duration=${seconds}`,
        ];
        const file = join(films, name);
        execFileSync(ffmpeg, [
          ...['-v', 'error', ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input])],
          ...[
            '-c:v',
            'libx264',
            '-preset',
            'ultrafast',
            '-pix_fmt',
            'yuv420p',
            '-c:a',
            'aac',
            file,
          ],
        ]);
        return file;
      },
    });
    for (const child of children) child.kill('SIGKILL');
    for (const directory of [dataDir, films]) rmSync(directory, { recursive: true, force: true });
  },
});
