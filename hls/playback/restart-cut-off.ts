import type Hls from 'hls.js';
import { type ErrorData, ErrorDetails, Events, type FragLoadedData } from 'hls.js';

/**
 * Loads the first segment again if hls.js cancelled it by mistake. Bug in hls.js 1.7.4: if the
 * viewer switches quality during a header's load, the header's cancellation also cancels the new
 * segment's request (`loadInitSegmentIfNeeded`). Before any segment is parsed, hls.js never
 * requests it again.
 * @param startPosition seconds, or -1 for the playlist's own start
 * @returns a function that cancels a waiting restart
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
    // Not at once: rejections of the cancelled requests arrive asynchronously, and hls.js would
    // take them for those of the replacements.
    restarting = setTimeout(() => {
      restarting = undefined;
      hls.startLoad(startPosition);
    });
  }

  hls.on(Events.FRAG_LOADED, noteLoaded);
  hls.on(Events.ERROR, restart);
  return () => clearTimeout(restarting);
}
