import { showCaptions } from '../player/captions/show-captions.ts';
import { startCaptionLayer } from '../player/captions/start-caption-layer.ts';
import { startExclusiveSound } from '../player/while-playing/exclusive-sound.ts';
import { framesOfPage } from '../player/while-playing/frames-of-page.ts';
import { keepAudioLanguage } from '../player/while-playing/keep-audio-language.ts';
import { startNativeTracks } from '../player/while-playing/native-tracks.ts';
import { noticePlaying } from '../player/while-playing/notice-playing.ts';
import { restTime } from '../player/while-playing/rest-time.ts';
import { startMediaSession } from '../player/while-playing/start-media-session.ts';
import type { Player } from './player.ts';

/**
 * Starts what a player needs once it plays or shows captions, in a separate script.
 * @param askedAtMs Unix milliseconds when playback or captions were requested
 */
export function startWhenPlaying(player: Player, askedAtMs: number): void {
  const { stage, store, controller, languages, args, signal } = player;
  if (signal.aborted) return;
  const { video } = stage;
  startCaptionLayer({ video, layer: stage.captions, store, languages }, signal);
  if (args.captionsOn) showCaptions(store, controller, languages, signal);
  startNativeTracks(video, store, signal);
  noticePlaying(video, store, signal);
  restTime(video, store, signal);
  keepAudioLanguage(store, controller, signal);
  // The controls load the statistics, but they wait for a picture that plays. If the browser blocks
  // autoplay, or the picture takes too long, the viewer may leave before they load.
  player.loadStats();
  const mediaSession =
    'mediaSession' in navigator
      ? startMediaSession(
          {
            store,
            controller,
            session: navigator.mediaSession,
            makeMetadata: (init) => new MediaMetadata(init),
            baseUrl: document.baseURI,
          },
          signal,
        )
      : null;
  if (!args.isExclusive) return;
  startExclusiveSound(
    {
      store,
      controller,
      askedAtMs,
      nowMs: Date.now,
      here: window,
      others: () => framesOfPage(window),
      onTaken: () => mediaSession?.leave(),
    },
    signal,
  );
}
