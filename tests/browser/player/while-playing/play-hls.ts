import { onTestFinished } from 'vitest';
import { startCaptionLayer } from '../../../../src/player/captions/start-caption-layer.ts';
import type { EngineReport } from '../../../../src/player/engines/engine.ts';
import { createHlsEngine } from '../../../../src/player/engines/hls-engine.ts';
import type { PlayerState } from '../../../../src/player/state/player-state.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';

/** WebVTT in an HLS playlist, or no playlist at all. */
interface Text {
  language: string;
  name: string;
  isForced?: boolean;
  isDefault?: boolean;
  vtt: string | null;
  /** Address of the playlist, unless the test supplies its text. */
  url?: string;
  /** Address of the file that its playlist names, unless the test supplies its text. */
  file?: string;
}

const bundled = '/media/offstage001';
const absolute = (path: string) => new URL(path, location.href).href;
const blob = (text: string) => URL.createObjectURL(new Blob([text]));

/** The bundled film, with these captions in its HLS playlist. */
function playlistOf(texts: readonly Text[], folder: string): string {
  const film = (name: string) => absolute(`${folder}/${name}.m3u8`);
  const sound = (name: string, language: string, isDefault: string) =>
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${name}",LANGUAGE="${language}",DEFAULT=${isDefault},AUTOSELECT=YES,URI="${film(name)}"`;
  return blob(
    [
      '#EXTM3U',
      sound('audio', 'en', 'YES'),
      sound('audio-low', 'es', 'NO'),
      ...texts.map(textLine),
      `#EXT-X-STREAM-INF:BANDWIDTH=130000,CODECS="avc1.4d4015,mp4a.40.2",RESOLUTION=426x240,AUDIO="a"${texts.length > 0 ? ',SUBTITLES="s"' : ''}`,
      film('video-240p'),
    ].join('\n'),
  );
}

function textLine(text: Text): string {
  const { language, name, isForced = false, isDefault = false, vtt } = text;
  const segment = (file: string) =>
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:64\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:64,\n${file}\n#EXT-X-ENDLIST`;
  const file = text.file ?? (vtt === null ? null : blob(vtt));
  const url = text.url ?? (file === null ? absolute('/not-there.m3u8') : blob(segment(file)));
  const yes = (is: boolean) => (is ? 'YES' : 'NO');
  return `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="${name}",LANGUAGE="${language}",DEFAULT=${yes(isDefault)},AUTOSELECT=YES,FORCED=${yes(isForced)},URI="${url}"`;
}

/** @param folder folder of the film's playlists and files */
export function play(texts: readonly Text[], folder = bundled) {
  const life = new AbortController();
  const store = createPlayerStore();
  const video = document.createElement('video');
  const layer = document.createElement('div');
  const failures: EngineReport[] = [];
  video.muted = true;
  document.body.append(video, layer);
  startCaptionLayer({ video, layer, store, languages: () => ['en'] }, life.signal);
  const engine = createHlsEngine({
    video,
    bufferGoalSec: null,
    report(report) {
      if (report.type === 'failed') failures.push(report);
      else store.dispatch(report);
    },
  });
  // As a video session does: an engine may attach its media after `load`.
  video.addEventListener('loadedmetadata', () => void video.play().catch(() => undefined));
  engine.load({ packaging: 'hls', url: playlistOf(texts, folder), mimeType: '' }, 0);
  onTestFinished(() => {
    life.abort();
    engine.dispose();
    video.remove();
    layer.remove();
  });
  return {
    engine,
    video,
    layer,
    store,
    failures,
    state: (): PlayerState => store.getState(),
    shown: () => Array.from(layer.querySelectorAll('.caption'), ({ textContent }) => textContent),
  };
}
