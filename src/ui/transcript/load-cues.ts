import type { CaptionTrackInfo } from '../../../shared/player-response.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { cueText } from './cue-text.ts';

/** One line of the transcript. Seconds. */
export interface Line {
  start: number;
  text: string;
}

/**
 * Fetches captions and has the browser parse them, as those that show: a hidden track of an element that never plays.
 * @returns lines in order of time, none of them empty; `FAILED` for a file that does not come or is no WebVTT
 */
export function loadCues(
  { url, languageCode }: CaptionTrackInfo,
  signal: AbortSignal,
): Promise<Result<Line[], 'FAILED'>> {
  const holder = document.createElement('video');
  holder.crossOrigin = 'anonymous';
  const element = document.createElement('track');
  element.kind = 'subtitles';
  element.srclang = languageCode;
  element.src = url;
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(ok(linesOf(element.track.cues ?? []))), { signal });
    element.addEventListener(
      'error',
      () => resolve(err('FAILED', 'The captions did not come, or are no WebVTT.')),
      { signal },
    );
    holder.append(element);
    element.track.mode = 'hidden';
  });
}

function linesOf(cues: ArrayLike<TextTrackCue>): Line[] {
  const lines: Line[] = [];
  for (const cue of Array.from(cues)) {
    const text = cueText((cue as VTTCue).text);
    const before = lines.at(-1);
    // Roll-up captions repeat the line before.
    if (text !== '' && text !== before?.text) lines.push({ start: cue.startTime, text });
  }
  return lines;
}
