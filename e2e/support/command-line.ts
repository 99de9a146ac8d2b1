import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachingEnv } from './server-process.ts';
import { test as base } from './worker.ts';

const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
export const ffprobe = process.env.FFPROBE_PATH || 'ffprobe';

/** A command's output and exit code. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * A directory for films and one for the library, both deleted after the test, and the `offstage`
 * command.
 */
export interface CommandLine {
  films: string;
  library: string;
  /** Starts `offstage`. */
  start(
    args: readonly string[],
    env?: Record<string, string>,
  ): { child: ChildProcess; ended: Promise<Ended> };
  /** Runs `offstage` in the directory of the films, on the library. */
  offstage(...args: string[]): Promise<Ended>;
  /**
   * Makes a film with ffmpeg.
   * @returns its path
   */
  film(name: string, ...args: string[]): string;
  /** Entries of the library's directory, including hidden ones. */
  entries(): string[];
}

export const test = base.extend<{ cli: CommandLine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  cli: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), 'offstage-cli-'));
    const [films, library] = [
      mkdtempSync(join(root, 'films-')),
      mkdtempSync(join(root, 'library-')),
    ];
    const children: ChildProcess[] = [];
    const start: CommandLine['start'] = (args, env = {}) => {
      const child = spawn(process.execPath, [join(process.cwd(), 'scripts/offstage.js'), ...args], {
        cwd: films,
        env: { ...cachingEnv, OFFSTAGE_MEDIA: library, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      return { child, ended: endOf(child) };
    };
    await use({
      films,
      library,
      start,
      offstage: (...args) => start(args).ended,
      film(name, ...args) {
        const file = join(films, name);
        if (!existsSync(file))
          execFileSync(ffmpeg, ['-v', 'error', '-y', ...args, file], { cwd: films });
        return file;
      },
      entries: () => readdirSync(library).toSorted(),
    });
    for (const child of children) child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  },
});

async function endOf(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

/** Arguments for a picture of this many seconds. */
export function picture(size: string, seconds = 2, rate = 25): string[] {
  return ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`];
}

/** Arguments for a tone of this many seconds. */
export function tone(seconds = 2, frequency = 440): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=${frequency}:duration=${seconds}`];
}

export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
