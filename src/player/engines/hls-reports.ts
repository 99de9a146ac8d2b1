import type { CueData, HlsNews } from '../../../shared/rpc/hls-playback.ts';
import type { EngineReport } from './engine.ts';
import { createEngineTextTracks } from './parts/engine-text-tracks.ts';
import { createTrackReport } from './parts/track-report.ts';

/**
 * Converts messages of hls.js, from page or worker, to engine reports. Captions become text tracks
 * of the element.
 * @param wantText gets the index of the wanted captions; -1 for none
 */
export function createHlsReports(
  video: HTMLVideoElement,
  report: (report: EngineReport) => void,
  wantText: (index: number) => void,
): { receive(news: Exclude<HlsNews, { type: 'reading' | 'unfit' }>): void; dispose(): void } {
  let wanted = -1;
  let hasFailed = false;
  const tracks = createTrackReport(report);
  const texts = createEngineTextTracks(video, (index) => {
    wanted = index;
    wantText(index);
  });

  function failCaptions(language: string | null): void {
    hasFailed = language !== null;
    tracks.captionsFailed(language);
  }

  return {
    receive(news) {
      switch (news.type) {
        case 'texts':
          tracks.found(texts.replace(news.found));
          break;
        case 'cues':
          texts.add(news.index, news.cues.map(makeCue));
          if (hasFailed && !texts.isEmpty(wanted)) failCaptions(null);
          break;
        case 'text_failed':
          // A single unreadable segment is skipped.
          if (news.isWhole || texts.isEmpty(news.index))
            failCaptions(texts.languageOf(news.index) ?? null);
          break;
        case 'audio_tracks':
          tracks.found({ audioTracks: news.audioTracks });
          break;
        case 'audio_playing':
          tracks.audioPlays(news.id);
          break;
        default:
          report(news);
      }
    },
    dispose: () => texts.dispose(),
  };
}

function makeCue({ startTime, endTime, text, ...settings }: CueData): VTTCue {
  return Object.assign(new VTTCue(startTime, endTime, text), settings);
}
