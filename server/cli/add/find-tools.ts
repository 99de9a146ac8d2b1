import { spawnSync } from 'node:child_process';

/** ffmpeg and ffprobe of this machine. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** Whether ffmpeg can convert high dynamic range to standard range. */
  canToneMap: boolean;
}

/** The missing tool and how to install it, as part of a sentence. */
export interface MissingTools {
  missing: string;
}

/** How to install ffmpeg. */
const howToInstall: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'install it with "apt-get install ffmpeg" or your distribution’s package manager',
  darwin: 'install it with "brew install ffmpeg"',
  win32: 'install it with "winget install ffmpeg"',
};

/** @param env `FFMPEG_PATH` and `FFPROBE_PATH` override the search path */
export function findTools(env: NodeJS.ProcessEnv): MediaTools | MissingTools {
  const ffmpeg = env.FFMPEG_PATH || 'ffmpeg';
  const ffprobe = env.FFPROBE_PATH || 'ffprobe';
  const fix = howToInstall[process.platform] ?? 'see https://ffmpeg.org/download.html';
  const ask = (program: string, what: string) =>
    spawnSync(program, ['-hide_banner', what], { env, encoding: 'utf8', windowsHide: true });
  for (const program of [ffmpeg, ffprobe])
    if (ask(program, '-version').status !== 0)
      return { missing: `${program} is not installed; ${fix}` };
  if (!/ libx264 /.test(ask(ffmpeg, '-encoders').stdout))
    return { missing: `the installed ffmpeg cannot encode H.264 (no libx264); ${fix}` };
  const filters = ask(ffmpeg, '-filters').stdout;
  return { ffmpeg, ffprobe, canToneMap: / zscale /.test(filters) && / tonemap /.test(filters) };
}
