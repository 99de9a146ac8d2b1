import type Hls from 'hls.js';
import { type ErrorData, ErrorDetails, ErrorTypes, Events } from 'hls.js';
import { hlsLimits } from '../../shared/limits/hls-limits.ts';
import type { PlayerErrorName } from '../../shared/player/player-error.ts';
import type { CueData, HlsNews } from '../../shared/rpc/hls-playback.ts';
import { hlsDrmFailure } from './hls-drm.ts';

const isWithoutDom = !('document' in globalThis);

/**
 * Reports the events of hls.js, and recovers from the errors that it leaves to us.
 * @returns cancels a planned restart
 */
export function reportHlsEvents(hls: Hls, notify: (news: HlsNews) => void): () => void {
  let recoveries = 0;
  let goingOn: ReturnType<typeof setTimeout> | undefined;

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    // Captions show only when wanted, whatever the playlist's default is.
    hls.subtitleTrack = -1;
    notify({
      type: 'qualities',
      levels: levels.map(({ height, bitrate }, index) => ({ id: String(index), height, bitrate })),
    });
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) =>
    notify({ type: 'changed', changes: { qualityId: String(level) } }),
  );
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, (_event, { subtitleTracks }) => {
    if (isWithoutDom && subtitleTracks.some(({ textCodec }) => textCodec?.startsWith('stpp')))
      notify({ type: 'unfit', detail: 'captions in TTML, which DOMParser reads' });
    notify({
      type: 'texts',
      found: subtitleTracks.map(({ lang, name, forced }) => ({
        language: lang,
        label: name,
        isForced: forced,
      })),
    });
  });
  hls.on(Events.CUES_PARSED, (_event, { cues, subtitleTrack }) => {
    if (subtitleTrack !== undefined)
      notify({ type: 'cues', index: subtitleTrack.id, cues: (cues as CueData[]).map(toCueData) });
  });
  hls.on(Events.SUBTITLE_FRAG_PROCESSED, (_event, { success, error }) => {
    if (success || error === undefined) return;
    notify({ type: 'text_failed', index: hls.subtitleTrack, isWhole: false });
  });
  hls.on(Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) =>
    notify({
      type: 'audio_tracks',
      audioTracks: audioTracks.map(({ id, lang, name }) => ({
        id: String(id),
        languageCode: lang ?? '',
        label: name,
      })),
    }),
  );
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, { id }) =>
    notify({ type: 'audio_playing', id: String(id) }),
  );
  hls.on(Events.INTERSTITIALS_UPDATED, (_event, { events }) => {
    if (isWithoutDom && events.length > 0)
      notify({ type: 'unfit', detail: 'interstitials, which play in elements of their own' });
  });
  hls.on(Events.ERROR, (_event, data) => {
    if (isOfCaptions(data)) {
      // Cancelled, because the viewer chose other captions.
      if (data.details === ErrorDetails.INTERNAL_ABORTED) return;
      notify({ type: 'text_failed', index: hls.subtitleTrack, isWhole: true });
      if (data.fatal) continueWithoutCaptions();
      return;
    }
    if (!data.fatal) return;
    if (data.type === ErrorTypes.MEDIA_ERROR && recoveries < hlsLimits.recoveryCount) {
      recoveries += 1;
      hls.recoverMediaError();
      return;
    }
    const isOfDrm = data.type === ErrorTypes.KEY_SYSTEM_ERROR;
    notify({
      type: 'failed',
      name: isOfDrm ? hlsDrmFailure(data) : errorName(data),
      detail: isOfDrm ? data.details : `${data.type} ${data.details}`,
      status: data.response?.code || null,
    });
  });

  /**
   * hls.js stops when a captions playlist fails to load, but the film goes on. Restart later, not
   * at once: the rejection of a cancelled request arrives asynchronously, and hls.js would take it
   * for the end of its replacement.
   */
  function continueWithoutCaptions(): void {
    hls.subtitleTrack = -1;
    clearTimeout(goingOn);
    goingOn = setTimeout(() => hls.startLoad());
  }

  return () => clearTimeout(goingOn);
}

/** @param cue the browser's, or hls.js's own where the thread has no `VTTCue` */
function toCueData(cue: CueData): CueData {
  const { startTime, endTime, text, id, align, line, position, size, snapToLines, vertical } = cue;
  return { startTime, endTime, text, id, align, line, position, size, snapToLines, vertical };
}

function isOfCaptions({ details, frag, context }: ErrorData): boolean {
  return (
    details === ErrorDetails.SUBTITLE_LOAD_ERROR ||
    details === ErrorDetails.SUBTITLE_TRACK_LOAD_TIMEOUT ||
    frag?.type === 'subtitle' ||
    (context !== undefined && 'type' in context && context.type === 'subtitleTrack')
  );
}

function errorName(data: ErrorData): PlayerErrorName {
  if (data.type === ErrorTypes.NETWORK_ERROR) return 'net.retryexhausted';
  return data.type === ErrorTypes.MEDIA_ERROR ? 'fmt.decode' : 'fmt.noneavailable';
}
