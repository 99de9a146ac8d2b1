import type { PlayerArgs } from '../shared/player-args.ts';
import { startCaptionLayer } from './captions/start-caption-layer.ts';
import type { Controller } from './player/controller.ts';
import type { PlayerStore } from './player/player-store.ts';
import { showCaptions } from './player/show-captions.ts';
import { startExclusiveSound } from './playing/exclusive-sound.ts';
import { framesOfPage } from './playing/frames-of-page.ts';
import { keepAudioLanguage } from './playing/keep-audio-language.ts';
import { startNativeTracks } from './playing/native-tracks.ts';
import { noticePlaying } from './playing/notice-playing.ts';
import { restTime } from './playing/rest-time.ts';
import { startMediaSession } from './playing/start-media-session.ts';

export interface PlayingDeps {
  video: HTMLVideoElement;
  captions: HTMLElement;
  store: PlayerStore;
  controller: Controller;
  /** Languages (BCP 47) that the viewer reads, best first. */
  languages: () => readonly string[];
  args: PlayerArgs;
  /** Unix time in milliseconds. */
  askedAtMs: number;
}

/** What only a player needs that somebody has asked to play, or to show captions, in a script of its own. */
export function startWhenPlaying(deps: PlayingDeps, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { video, store, controller, captions: layer, languages, args, askedAtMs } = deps;
  startCaptionLayer({ ...deps, layer }, signal);
  if (args.captionsOn) showCaptions(store, controller, languages, signal);
  startNativeTracks(video, store, signal);
  noticePlaying(video, store, signal);
  restTime(video, store, signal);
  keepAudioLanguage(store, controller, signal);
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
