import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';
import { quietFlags } from '../add/encoding-arguments.ts';
import { lastComplaint } from '../add/run-tool.ts';
import type { LiveInput } from './create-stream.ts';
import { liveLimits } from './live-limits.ts';
import type { LiveSource } from './parse-source.ts';
import { createRtmpServer } from './rtmp/listen-rtmp.ts';
import { isSameKey } from './stream-key.ts';

export interface SourceDeps {
  ffmpeg: string;
  key: string;
  signal: AbortSignal;
  /** Handles an input until it ends. Inputs wait for each other. */
  onInput: (input: LiveInput) => Promise<void>;
  /** Gets sentences for the operator. */
  tell: (sentence: string) => void;
}

/**
 * Receives inputs until the signal stops it; a file is one input.
 * @returns `CANNOT_LISTEN` with the cause
 */
export async function openSource(
  source: LiveSource,
  deps: SourceDeps,
): Promise<Result<void, 'CANNOT_LISTEN'>> {
  if (deps.signal.aborted) return ok(undefined);
  if (source.type === 'rtmp') return receiveRtmp(source, deps);
  if (source.type === 'srt') return receiveSrt(source, deps);
  await deps.onInput(source);
  return ok(undefined);
}

async function receiveRtmp(
  { host, port, app }: Extract<LiveSource, { type: 'rtmp' }>,
  { key, signal, onInput, tell }: SourceDeps,
): Promise<Result<void, 'CANNOT_LISTEN'>> {
  let handled: Promise<void> = Promise.resolve();
  const server = createRtmpServer({
    app,
    isKey: (given) => isSameKey(given, key),
    onStream(stream) {
      handled = handled.then(async () => {
        await onInput({ type: 'pipe', format: 'flv', stream });
        stream.destroy();
      });
    },
    signal,
    onRefusal: (sentence) => tell(`Refused ${sentence}`),
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    return err(
      'CANNOT_LISTEN',
      `cannot listen at ${host}:${port} (${codeOf(error)}); choose another address with --from`,
    );
  }
  if (!signal.aborted) await once(signal, 'abort');
  server.close();
  await handled;
  return ok(undefined);
}

const runTied = fileURLToPath(new URL('../add/run-tied.js', import.meta.url));

/** ffmpeg receives SRT, which refuses senders without the passphrase, and passes its media on. */
async function receiveSrt(
  { host, port }: Extract<LiveSource, { type: 'srt' }>,
  { ffmpeg, key, signal, onInput, tell }: SourceDeps,
): Promise<Result<void, 'CANNOT_LISTEN'>> {
  const address = host.includes(':') ? `[${host}]` : host;
  const url = `srt://${address}:${port}?mode=listener&passphrase=${key}&pbkeylen=16`;
  // ffmpeg waits for tracks, by default for five seconds.
  const input = ['-analyzeduration', '1000000', '-i', url];
  const output = ['-map', '0', '-c', 'copy', '-f', 'mpegts', '-flush_packets', '1', 'pipe:1'];
  while (!signal.aborted) {
    const args = [runTied, ffmpeg, ...quietFlags, ...input, ...output];
    const receiver = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      windowsHide: true,
    });
    const stop = () => receiver.kill('SIGTERM');
    signal.addEventListener('abort', stop, { once: true });
    const { stdout, stderr } = receiver;
    if (stdout === null || stderr === null) throw new Error('a pipe is missing');
    let complaint = '';
    stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-10_000);
    });
    const exit = once(receiver, 'exit');
    const stream = stdout.pipe(new PassThrough());
    const hasMedia = await Promise.race([
      once(stdout, 'data').then(() => true),
      exit.then(() => false),
    ]);
    if (hasMedia) await onInput({ type: 'pipe', format: 'mpegts', stream });
    // The encoder may have ended before the sender.
    stdout.destroy();
    const [code] = await exit;
    signal.removeEventListener('abort', stop);
    if (/ddress already in use|Cannot assign|ermission denied|rotocol not found/.test(complaint))
      return err(
        'CANNOT_LISTEN',
        `cannot listen at ${host}:${port} (${lastComplaint(complaint)}); choose another address with --from, or an ffmpeg with SRT`,
      );
    if (!hasMedia && code !== 0 && !signal.aborted) {
      tell(`The connection failed: ${lastComplaint(complaint)}.`);
      await setTimeout(liveLimits.reopenMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return ok(undefined);
}
