/**
 * Elements whose track is on its way. Browsers collect an element that is in no document as garbage, whether or not its track still
 * loads, and then neither `load` nor `error` comes (seen in Chromium 156).
 */
const loading = new Set<HTMLVideoElement>();

/**
 * Fetches a WebVTT file and has the browser parse it: a hidden track of an element that never plays.
 * @returns the cues in order of time; `null` if the file does not arrive or is no WebVTT. Never rejects
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
