import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, warning } from './finding.ts';
import { runBounded } from './run-bounded.ts';

/** Parts of ffmpeg that `offstage add` and `offstage live` use. */
const needed = {
  encoders: ['libx264', 'aac', 'mjpeg', 'webvtt'],
  muxers: ['hls', 'mp4', 'image2', 'webvtt'],
  filters: ['scale', 'fps', 'tile', 'thumbnail', 'bwdif'],
} as const;
const forHdr = ['zscale', 'tonemap'];

const install = 'Install ffmpeg 5 or later with libx264, for example with apt-get install ffmpeg';

/**
 * Only `add` and `live` need ffmpeg; the server plays without it, so nothing here is a problem.
 * @param env `FFMPEG_PATH` and `FFPROBE_PATH` override the search path
 */
export async function checkFfmpeg(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Verdict> {
  const [ffmpeg, ffprobe] = [env.FFMPEG_PATH || 'ffmpeg', env.FFPROBE_PATH || 'ffprobe'];
  const ask = (program: string, what: string) =>
    runBounded({
      program,
      args: ['-hide_banner', what],
      env,
      signal,
      deadlineMs: doctorLimits.toolMs,
      maxBytes: doctorLimits.toolMaxBytes,
    });
  const versions = await Promise.all([ask(ffmpeg, '-version'), ask(ffprobe, '-version')]);
  for (const [index, answer] of versions.entries()) {
    const program = index === 0 ? ffmpeg : ffprobe;
    const variable = index === 0 ? 'FFMPEG_PATH' : 'FFPROBE_PATH';
    if (answer.ok) continue;
    const cause =
      answer.error.code === 'NOT_STARTED' && answer.error.message === 'ENOENT'
        ? `${program} is not installed`
        : answer.error.code === 'TOO_SLOW'
          ? `${program} does not answer`
          : `${program} does not run (${answer.error.message})`;
    return warning(
      `${cause}, so offstage add can only add films that browsers play as they are, and offstage live receives nothing.`,
      `${install}, or name it with ${variable}.`,
    );
  }
  const [version] = versions;
  const number = /^ffmpeg version (\S+)/.exec(version.ok ? version.value : '')?.[1] ?? 'unknown';
  const kinds = Object.keys(needed) as (keyof typeof needed)[];
  const lists = await Promise.all(kinds.map((kind) => ask(ffmpeg, `-${kind}`)));
  const missing = kinds.flatMap((kind, index) => {
    const list = lists[index];
    return needed[kind]
      .filter((name) => !hasEntry(list?.ok ? list.value : '', name))
      .map((name) => `${name} (${kind})`);
  });
  if (missing.length > 0)
    return warning(
      `ffmpeg ${number} lacks ${missing.join(', ')}, so offstage add cannot convert films, and offstage live no streams.`,
      `${install}, or name another one with FFMPEG_PATH.`,
    );
  // Builds of the development branch have no number.
  const major = Number(/^n?(\d+)\./.exec(number)?.[1] ?? doctorLimits.ffmpegMinMajor);
  if (major < doctorLimits.ffmpegMinMajor)
    return warning(
      `ffmpeg ${number} is older than ${doctorLimits.ffmpegMinMajor}, which is untested.`,
      `${install}.`,
    );
  const filters = lists[kinds.indexOf('filters')];
  const withoutHdr = forHdr.filter((name) => !hasEntry(filters?.ok ? filters.value : '', name));
  const note =
    withoutHdr.length === 0
      ? ''
      : ` Without ${withoutHdr.join(' and ')}, films of high dynamic range look pale.`;
  return fine(
    `ffmpeg ${number} and ffprobe have everything that offstage add and live use.${note}`,
  );
}

/** Each line of a list begins with flags, then the name: ` V....D libx264   H.264 …`. */
function hasEntry(list: string, name: string): boolean {
  return list.split('\n').some((line) => line.trim().split(/\s+/)[1]?.split(',').includes(name));
}
