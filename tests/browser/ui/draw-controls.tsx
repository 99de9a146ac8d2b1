import { Profiler } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { parsePlayerArgs } from '../../../shared/player/player-args.ts';
import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { findStage, type Stage } from '../../../src/page/stage-elements.ts';
import {
  type ControlsVisibility,
  startControlsVisibility,
} from '../../../src/parts/controls-visibility.ts';
import { createValue } from '../../../src/parts/create-value.ts';
import type { Controller } from '../../../src/player/session/controller.ts';
import { createController } from '../../../src/player/session/controller.ts';
import type { MediaReading } from '../../../src/player/state/player-event.ts';
import { createPlayerStore, type PlayerStore } from '../../../src/player/state/player-store.ts';
import { createAnnouncer } from '../../../src/ui/controls/announcer.ts';
import { createNotices } from '../../../src/ui/controls/notices.ts';
import { panelLoaders } from '../../../src/ui/controls/panels/panel-loaders.ts';
import { createPanelStore } from '../../../src/ui/controls/panels/panel-store.ts';
import { createPictureInPicture } from '../../../src/ui/controls/picture-in-picture.ts';
import {
  createSubscribeWhileShown,
  PlayerContext,
  type PlayerContextValue,
} from '../../../src/ui/controls/player-context.tsx';
import { PlayerUi } from '../../../src/ui/controls/player-ui.tsx';
import { watchChoices } from '../../../src/viewer/device/watch-choices.ts';
import { makeReading, makeVideo } from '../../unit/player/make-video.ts';
import '../../../src/ui/shell/shell.css';
import '../../../src/ui/shell/controls.css';
import '../../speak-english.ts';

export interface DrawnControls {
  stage: Stage;
  store: PlayerStore;
  controller: Controller;
  visibility: ControlsVisibility;
  /** Names of the elements reported as used. */
  used: string[];
  /** Number of React renders. */
  renderCount(): number;
  /** Sets the media element's reading and dispatches it. */
  report(type: 'playing' | 'paused' | 'time', media: Partial<MediaReading>): void;
  find(visualElement: string): HTMLElement;
  dispose(): void;
}

const shell = `
  <div class="player" style="width: 900px; height: 500px">
    <video class="video"></video><div class="captions"></div>
    <button type="button" class="big-play"></button><div class="ui"></div>
  </div>`;

/**
 * The real controls over a real element and store; the test supplies the element's readings.
 * @param prepare gives the element features that this browser lacks
 */
export function drawControls(
  details: Partial<PlayerResponse['videoDetails']> = {},
  rest: Partial<Omit<PlayerResponse, 'videoDetails'>> = {},
  prepare: (video: HTMLVideoElement) => void = () => {},
): DrawnControls {
  document.body.innerHTML = shell;
  const stage = findStage(document);
  if (stage === null) throw new Error('There is no stage.');
  const { root, video, ui } = stage;
  prepare(video);
  const life = new AbortController();
  const store = createPlayerStore();
  const notAsked = () => Promise.reject(new Error('Nobody asks in this test.'));
  const controller = createController({
    root,
    video,
    store,
    getVideo: notAsked,
    whenMoving: () => Promise.resolve(),
    askVideo: notAsked,
    getPlaylist: notAsked,
    locate: notAsked,
    random: Math.random,
  });
  const notThere = () => {
    throw new Error('Nobody asks for it in this test.');
  };
  const visibility = startControlsVisibility(root, store, life.signal);
  const used: string[] = [];
  let renderCount = 0;
  const context: PlayerContextValue = {
    stage,
    store,
    controller,
    signal: life.signal,
    args: parsePlayerArgs({}, '/'),
    config: { args: {} },
    problems: [],
    hostCaused: () => undefined,
    diagnose: notThere,
    choices: watchChoices(store),
    later: {},
    services: new Proxy({} as PlayerContextValue['services'], { get: notThere }),
    playback: new Proxy({} as PlayerContextValue['playback'], { get: notThere }),
    notices: createNotices(),
    video,
    languages: () => ['en'],
    hasControls: true,
    announcer: createAnnouncer(),
    subscribeWhileShown: createSubscribeWhileShown(store, visibility),
    panels: createPanelStore(panelLoaders),
    pictureInPicture: createPictureInPicture(video, life.signal),
    isRemainingShown: createValue(false),
    allowFullscreen: true,
    loadStats: () => {},
    onUse: (action) => used.push(action),
  };
  store.dispatch({
    type: 'video_changed',
    video: makeVideo(details, rest),
    isCued: true,
    startSeconds: 0,
  });
  const reactRoot = createRoot(ui);
  flushSync(() =>
    reactRoot.render(
      <Profiler
        id="controls"
        onRender={() => {
          renderCount += 1;
        }}
      >
        <PlayerContext value={context}>
          <PlayerUi hasControls={true} />
        </PlayerContext>
      </Profiler>,
    ),
  );
  return {
    stage,
    store,
    controller,
    visibility,
    used,
    renderCount: () => renderCount,
    report: (type, media) => flushSync(() => store.dispatch({ type, media: makeReading(media) })),
    find(name) {
      const element = ui.querySelector<HTMLElement>(`[data-visual-element=${name}]`);
      if (element === null) throw new Error(`There is no ${name}.`);
      return element;
    },
    dispose() {
      life.abort();
      reactRoot.unmount();
      controller.dispose();
    },
  };
}
