import { isVideoId } from '../../shared/player/video-id.ts';
import { findSigningKey } from '../access/guard/signing-key.js';
import { visibleLine } from '../operator/log/visible-text.js';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import { findTools } from './add/find-tools.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import { encodeStream, type LiveInput, type Writers } from './live/encode-stream.ts';
import { openSource } from './live/open-source.ts';
import { type LiveSource, parseSource } from './live/parse-source.ts';
import { prepareShow } from './live/prepare-show.ts';
import { streamKey } from './live/stream-key.ts';
import type { Call } from './parse-command.js';

/**
 * `offstage live NAME --from ADDRESS|FILE` receives a stream, encodes it and writes it into the
 * library, until Ctrl-C or the file's end.
 */
export async function runLive(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, signal } = deps;
  const say = (sentence: string) => stderr.write(`${visibleLine(sentence)}\n`);
  const wrong = (sentence: string, code = usageExitCode) => {
    say(sentence);
    return code;
  };
  const [name = ''] = call.arguments;
  const from = call.values.get('from');
  if (from === undefined)
    return wrong('--from is missing: where the stream comes from, such as rtmp://0.0.0.0/live.');
  const id = call.values.get('id') ?? null;
  if (id !== null && !isVideoId(id))
    return wrong(
      `--id "${id}" is not a video id: use 11 characters of A-Z a-z 0-9 _ -, or leave it out to get a generated id.`,
    );
  const source = parseSource(from, deps.cwd);
  if (!source.ok) return wrong(source.error.message);
  const mediaDir = directoryOption('media', call, deps);
  const directory = checkMediaDirectory(mediaDir, 'written');
  if (directory !== null) return wrong(directory);
  const tools = findTools(deps.env);
  if ('missing' in tools)
    return wrong(`A live stream needs ffmpeg: ${tools.missing}.`, failureExitCode);
  const show = await prepareShow({
    name,
    mediaDir,
    title: call.values.get('title') ?? null,
    videoId: id,
    isPrivate: call.switches.has('private'),
  });
  if (!show.ok) return wrong(`${name}: ${show.error.message}.`, failureExitCode);
  const { folder, stem, videoId, title } = show.value;
  const key = keyOf(source.value, stem, call, deps);
  if (key === null) return failureExitCode;
  stdout.write(`${videoId}  ${visibleLine(title)}\n`);
  tellSender(source.value, key, say);

  const writers: Writers = new Map();
  let hasFailed = false;
  const onInput = async (input: LiveInput) => {
    const encoded = await encodeStream(
      input,
      {
        folder,
        stem,
        tools,
        signal,
        hasLadder: !call.switches.has('no-ladder'),
        hasParts: call.switches.has('low-latency'),
        isRecorded: call.switches.has('record'),
        onLive: () => say('The stream is live.'),
      },
      writers,
    );
    if (!encoded.ok) {
      hasFailed = true;
      say(`The stream failed: ${encoded.error.message}.`);
    } else if (input.type === 'pipe' && !signal.aborted)
      say('The sender has gone. The stream continues as soon as it is back; Ctrl-C ends it.');
  };
  const received = await openSource(source.value, {
    ffmpeg: tools.ffmpeg,
    key,
    signal,
    onInput,
    tell: say,
  });
  for (const writer of writers.values()) await writer.end();
  if (!received.ok) return wrong(`${name}: ${received.error.message}.`, failureExitCode);
  return source.value.type === 'file' && hasFailed ? failureExitCode : 0;
}

/** @returns `null` if it cannot be had, which was said; empty for a file */
function keyOf(source: LiveSource, stem: string, call: Call, deps: CommandDeps): string | null {
  if (source.type === 'file') return '';
  const given = textWithoutArgument(serverOptions.signingKey, deps.env);
  const signingKey = call.values.get('signing-key') ?? (given === '' ? null : given);
  const dataDir = directoryOption('data', call, deps);
  const secret = findSigningKey({ signingKey: signingKey ?? null, dataDir });
  if (secret.ok) return streamKey(secret.value.secret, stem);
  deps.stderr.write(`${visibleLine(secret.error.message)}\n`);
  return null;
}

function tellSender(source: LiveSource, key: string, say: (sentence: string) => void): void {
  if (source.type === 'file') return;
  const host = source.host === '0.0.0.0' || source.host === '::' ? 'THIS-MACHINE' : source.host;
  if (source.type === 'rtmp') {
    say(
      `Send to the server rtmp://${host}:${source.port}/${source.app} with the stream key ${key}`,
    );
    return;
  }
  say(`Send to srt://${host}:${source.port}?passphrase=${key}&pbkeylen=16`);
}
