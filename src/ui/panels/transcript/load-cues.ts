import type { CaptionTrackInfo } from '../../../../shared/player/player-response.ts';
import { err, ok, type Result } from '../../../../shared/tools/result.ts';
import { loadTextTrack } from '../../late/load-text-track.ts';
import { cueText } from './cue-text.ts';

/** One line of the transcript; `start` in seconds. */
export interface Line {
  start: number;
  text: string;
}

/**
 * @returns non-empty lines in order of time; `FAILED` if the file cannot be loaded or is not WebVTT
 */
export async function loadCues({ url }: CaptionTrackInfo): Promise<Result<Line[], 'FAILED'>> {
  const cues = await loadTextTrack(url);
  return cues === null
    ? err('FAILED', 'The captions could not be loaded, or are not WebVTT.')
    : ok(linesOf(cues));
}

function linesOf(cues: ArrayLike<TextTrackCue>): Line[] {
  const lines: Line[] = [];
  for (const cue of Array.from(cues)) {
    const text = cueText((cue as VTTCue).text);
    const before = lines.at(-1);
    // Roll-up captions repeat the previous line.
    if (text !== '' && text !== before?.text) lines.push({ start: cue.startTime, text });
  }
  return lines;
}
