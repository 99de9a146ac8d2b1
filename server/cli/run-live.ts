import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { visibleLine } from '../operator/log/visible-text.js';
import { findTools, type MediaTools } from './add/find-tools.ts';
import type { CommandDeps } from './command-deps.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import { createStream, type LiveInput } from './live/create-stream.ts';
import { findShow, makeShow, type Show } from './live/find-show.ts';
import { occupyFolder } from './live/occupy-folder.ts';
import { openSource } from './live/open-source.ts';
import type { LiveSource } from './live/parse-source.ts';
import { type LiveCall, readLiveCall } from './live/read-live-call.ts';
import { sendTo } from './live/send-to.ts';
import { streamKey } from './live/stream-key.ts';
import type { Call } from './parse-command.js';
import { playerOrigin } from './player-origin.ts';
import { printedOption } from './printed-command.js';

/**
 * `offstage live NAME --from ADDRESS|FILE` receives a stream, encodes it and writes it into the
 * library, until Ctrl-C or the file's end.
 */
export async function runLive(call: Call, deps: CommandDeps): Promise<number> {
  const say = (sentence: string) => deps.stderr.write(`${visibleLine(sentence)}\n`);
  const read = readLiveCall(call, deps);
  if (!read.ok) {
    say(read.error.message);
    return usageExitCode;
  }
  const fail = (sentence: string) => {
    say(sentence);
    return failureExitCode;
  };
  const [name = ''] = call.arguments;
  const { mediaDir } = read.value;
  const tools = findTools(deps.env);
  if ('missing' in tools) return fail(`A live stream needs ffmpeg: ${tools.missing}.`);
  const show = await findShow({
    name,
    mediaDir,
    title: call.values.get('title') ?? null,
    videoId: call.values.get('id') ?? null,
    isPrivate: call.switches.has('private'),
    printedMedia: call.values.has('media') ? [printedOption('media', mediaDir)] : [],
  });
  if (!show.ok) return fail(`${name}: ${show.error.message}`);
  if (call.switches.has('dry-run')) {
    print(call, deps, { ...read.value, show: show.value, key: null });
    return 0;
  }
  const key = readKey(read.value, show.value);
  if (!key.ok) return fail(key.error.message);
  const made = await makeShow(show.value);
  if (!made.ok) return fail(`${name}: ${made.error.message}.`);
  const occupied = await occupyFolder(show.value.folder);
  if (!occupied.ok) return fail(`${name}: ${occupied.error.message}.`);
  print(call, deps, { ...read.value, show: show.value, key: key.value });
  const { source } = read.value;
  const received = await receive({ source, show: show.value, key: key.value, tools }, call, deps);
  await occupied.value();
  return received.ok ? 0 : fail(`${name}: ${received.error.message}.`);
}

/** @returns empty for a file, which needs no key */
function readKey({ key }: LiveCall, { stem }: Show): Result<string> {
  if (key === null) return ok('');
  const secret = key.read();
  return secret.ok ? ok(streamKey(secret.value, stem)) : err('NO_KEY', secret.error.message);
}

interface Receiving {
  source: LiveSource;
  show: Show;
  key: string;
  tools: MediaTools;
}

/** @returns the failure of a file, or why nothing can be received */
async function receive(
  { source, show, key, tools }: Receiving,
  { switches }: Call,
  { stderr, signal }: CommandDeps,
): Promise<Result<void>> {
  const say = (sentence: string) => stderr.write(`${visibleLine(sentence)}\n`);
  const stream = createStream({
    folder: show.folder,
    stem: show.stem,
    tools,
    signal,
    hasLadder: !switches.has('no-ladder'),
    hasParts: switches.has('low-latency'),
    isRecorded: switches.has('record'),
    onLive: () => say('The stream is live.'),
  });
  let failure: Result<void> = ok(undefined);
  const onInput = async (input: LiveInput) => {
    const encoded = await stream.encode(input);
    if (signal.aborted) return;
    if (input.type === 'file') failure = encoded;
    else if (!encoded.ok) say(`The stream failed: ${encoded.error.message}.`);
    else say('The sender has gone. The stream continues as soon as it is back; Ctrl-C ends it.');
  };
  const received = await openSource(source, {
    ffmpeg: tools.ffmpeg,
    key,
    signal,
    onInput,
    tell: say,
  });
  const ended = await stream.end();
  return [received, failure, ended].find((result) => !result.ok) ?? ok(undefined);
}

/** @param key `null` for a dry run */
function print(
  call: Call,
  deps: CommandDeps,
  { source, show, key }: { source: LiveSource; show: Show; key: string | null },
): void {
  const { stdout, stderr } = deps;
  const { videoId, title, folder, isPrivate } = show;
  const origin = playerOrigin(call, deps);
  const embedUrl = isPrivate ? null : `${origin}/embed/${videoId}`;
  const sending = key === null ? null : sendTo(source, key);
  if (call.switches.has('json')) {
    const row = { id: videoId, title, folder, embedUrl, sendTo: sending, isDryRun: key === null };
    stdout.write(`${JSON.stringify(row, null, 2)}\n`);
    return;
  }
  stdout.write(`${videoId}  ${visibleLine(title)}\n`);
  const rows = [
    ['folder', folder],
    ...(embedUrl === null ? [] : [['embed', embedUrl]]),
    ...(sending === null ? [] : [['send to', sending.server]]),
    ...(sending === null || sending.streamKey === null ? [] : [['key', sending.streamKey]]),
  ];
  for (const [label = '', text = ''] of rows)
    stderr.write(`  ${label.padEnd(9)}${visibleLine(text)}\n`);
}
