import type Hls from 'hls.js';
import { type ErrorData, ErrorDetails, Events, type FragLoadedData } from 'hls.js';

/**
 * Loads the first segment again if hls.js has cut it off by mistake. hls.js 1.7.4: when the header of one quality is no longer
 * wanted because the viewer has chosen another, its end also ends the request of the segment that is wanted
 * (`loadInitSegmentIfNeeded`), and before any segment has been parsed nobody asks for that again.
 * @param startPosition seconds, or -1 for where the playlist begins
 * @returns what forgets it
 */
export function restartCutOff(hls: Hls, startPosition: number): () => void {
  const loaded = new Set<string>();
  let restarting: ReturnType<typeof setTimeout> | undefined;

  function noteLoaded(_event: Events.FRAG_LOADED, { frag }: FragLoadedData): void {
    loaded.add(frag.type);
  }

  function restart(_event: Events.ERROR, { details, frag }: ErrorData): void {
    if (details !== ErrorDetails.INTERNAL_ABORTED || frag === undefined || frag.type === 'subtitle')
      return;
    const wanted = frag.type === 'audio' ? hls.audioTrack : hls.loadLevel;
    if (frag.sn === 'initSegment' || loaded.has(frag.type) || frag.level !== wanted) return;
    if (restarting !== undefined) return;
    hls.stopLoad();
    // Not at once: requests that are cut off now are told of as promises, and would be taken for those that replace them.
    restarting = setTimeout(() => {
      restarting = undefined;
      hls.startLoad(startPosition);
    });
  }

  hls.on(Events.FRAG_LOADED, noteLoaded);
  hls.on(Events.ERROR, restart);
  return () => clearTimeout(restarting);
}
