import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { flags } from './flags.js';

/** Makes every run produce the same bytes: no version strings, no dates. */
export const bitexact = flags`-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_metadata -1`;

const quiet = flags`-hide_banner -loglevel error -y`;
/** @type {['pipe', 'ignore', 'inherit']} */
const stdio = ['pipe', 'ignore', 'inherit'];

/**
 * Runs ffmpeg to its end, and throws if it fails.
 * @param {string[]} args
 * @param {{ input?: Buffer, cwd?: string }} options input: written to pipe:0
 */
export function runFfmpeg(args, options = {}) {
  const result = spawnSync('ffmpeg', [...quiet, ...args], { stdio, ...options });
  if (result.status !== 0) throw new Error(`ffmpeg failed: ffmpeg ${args.join(' ')}`);
}

/**
 * Starts ffmpeg for input in pieces.
 * @param {string[]} args
 * @returns `write` resolves when ffmpeg has read the bytes, `isBroken` tells whether it stopped
 * reading, and `end` resolves with the exit code
 */
export function startFfmpeg(args) {
  const ffmpeg = spawn('ffmpeg', [...quiet, ...args], { stdio });
  const closed = once(ffmpeg, 'close');
  let broken = false;
  ffmpeg.stdin.on('error', () => {
    broken = true;
  });
  return {
    isBroken: () => broken,
    /** @param {Buffer} bytes */
    write: (bytes) => new Promise((resolve) => ffmpeg.stdin.write(bytes, resolve)),
    /** @returns {Promise<number | null>} */
    end: async () => {
      ffmpeg.stdin.end();
      const [code] = await closed;
      return code;
    },
  };
}
