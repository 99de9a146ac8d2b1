/**
 * Elements whose track is loading. Browsers garbage-collect an element outside the document even
 * while its track loads. Then neither `load` nor `error` fires (seen in Chromium 156).
 */
const loading = new Set<HTMLVideoElement>();

/**
 * Fetches a WebVTT file. The browser parses it as a hidden track of an element that never plays.
 * @returns the cues in order of time; `null` if the file cannot be loaded or is not WebVTT. Never
 * rejects
 */
export function loadTextTrack(url: string): Promise<TextTrackCueList | null> {
  const holder = document.createElement('video');
  holder.crossOrigin = 'anonymous';
  const element = document.createElement('track');
  element.kind = 'metadata';
  element.src = url;
  loading.add(holder);
  return new Promise((resolve) => {
    const end = (cues: TextTrackCueList | null) => {
      loading.delete(holder);
      resolve(cues);
    };
    element.addEventListener('load', () => end(element.track.cues));
    element.addEventListener('error', () => end(null));
    holder.append(element);
    element.track.mode = 'hidden';
  });
}
