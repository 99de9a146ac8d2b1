import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { tempDirectory } from './temp-directory.ts';

/** @returns variables that name an ffmpeg which claims to have what commands ask for */
export function fakeMediaTools(): { FFMPEG_PATH: string; FFPROBE_PATH: string } {
  const tool = join(tempDirectory({ tool: '#!/bin/sh\necho " libx264 "\n' }), 'tool');
  chmodSync(tool, 0o755);
  return { FFMPEG_PATH: tool, FFPROBE_PATH: tool };
}
