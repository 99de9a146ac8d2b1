import Table from 'cli-table3';
import { unlessAborted } from '../http/unless-aborted.ts';
import type { LibraryVideo } from '../library/open-video.ts';
import { scanLibrary } from '../library/scan-library.ts';
import { visibleLine } from '../operator/log/visible-text.js';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';

/**
 * `offstage list` shows the library that a server of this directory would have. Warnings go to
 * stderr.
 */
export async function runList(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr } = deps;
  const mediaDir = directoryOption('media', call, deps);
  const problem = checkMediaDirectory(mediaDir, 'read');
  if (problem !== null) {
    stderr.write(`${problem}\n`);
    return usageExitCode;
  }
  const library = await unlessAborted(scanLibrary(mediaDir, deps.signal), deps.signal);
  if (library === null) return failureExitCode;
  for (const warning of library.warnings) stderr.write(`warning: ${visibleLine(warning)}\n`);
  const rows = [...library.videos.values()].map(rowOf);
  if (call.switches.has('json')) stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else if (rows.length === 0)
    stdout.write(`No videos in ${mediaDir}; offstage add FILE adds one.\n`);
  else stdout.write(`${tableOf(rows)}\n`);
  return 0;
}

/** A video in the output of `--json`. */
interface ListedVideo {
  id: string;
  title: string;
  /** 0 for a live stream. */
  lengthSeconds: number;
  width: number;
  height: number;
  packagings: string[];
  isLive: boolean;
  isPrivate: boolean;
  captions: string[];
  /** `null` for a playable video. */
  problem: string | null;
}

function rowOf({ response, isPrivate }: LibraryVideo): ListedVideo {
  const { videoDetails, playabilityStatus, sources, captionTracks } = response;
  const { videoId, title, lengthSeconds, width, height, isLive } = videoDetails;
  return {
    id: videoId,
    title,
    lengthSeconds,
    width,
    height,
    packagings: sources.map(({ packaging }) => packaging),
    isLive,
    isPrivate,
    captions: captionTracks.map(({ languageCode }) => languageCode),
    problem:
      playabilityStatus.status === 'OK' ? null : (playabilityStatus.reason ?? 'cannot be played'),
  };
}

const borders = ['top', 'bottom', 'left', 'right', 'mid'] as const;
const none = Object.fromEntries(
  borders.flatMap((side) =>
    side === 'left' || side === 'right'
      ? [[side, '']]
      : [
          [side, ''],
          [`${side}-mid`, ''],
          [`${side}-left`, ''],
          [`${side}-right`, ''],
        ],
  ),
);

function tableOf(rows: readonly ListedVideo[]): string {
  const table = new Table({
    head: ['ID', 'LENGTH', 'SIZE', 'FORM', 'TITLE', ''],
    // Columns without borders, so that `cut` and `grep` work.
    chars: { ...none, 'left-mid': '', 'mid-mid': '', 'right-mid': '', middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) {
    const marks = [row.isPrivate ? 'private' : '', row.problem === null ? '' : 'cannot be played'];
    table.push([
      row.id,
      row.isLive ? 'live' : lengthOf(row.lengthSeconds),
      row.width > 0 ? `${row.width}×${row.height}` : '–',
      row.packagings.join('+') || '–',
      visibleLine(row.title),
      marks.filter((mark) => mark !== '').join(', '),
    ]);
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function lengthOf(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3_600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
