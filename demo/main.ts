import { readDemoConfig } from './demo-config.ts';
import { createDemoLibrary } from './demo-library.ts';
import { find } from './element.ts';
import { embedUrl } from './embed-url.ts';
import { startEventFeed } from './event-feed.ts';
import { startFreeCall } from './free-call.ts';
import { createFunctionConsole } from './function-console.ts';
import { askedForEvents } from './host-events.ts';
import { addRow } from './log-list.ts';
import { createPlayerFrame } from './player-frame.ts';
import { createReadout } from './readout.ts';
import { createReportedValues } from './reported-values.ts';
import { startSubscriptionList } from './subscription-list.ts';
import { createVideoCard } from './video-card.ts';
import { openWire, type WireMessage } from './wire.ts';

const library = createDemoLibrary(readDemoConfig(document));
const { embedOrigin, videos, playlists } = library;
const messages = find<HTMLElement>('.messages');
const showProgress = find<HTMLInputElement>('#show-progress');
const readout = createReadout(document);
const reported = createReportedValues(
  find<HTMLDetailsElement>('#reported'),
  find<HTMLElement>('.reported-values'),
);

// The page's other query parameters (`autoplay`, `theme`, `runtime`, …) are passed to the player.
const { v: videoId = videos[0]?.id ?? '', ...parameters } = Object.fromEntries(
  new URLSearchParams(location.search),
);
const frame = createPlayerFrame(embedUrl(embedOrigin, videoId, Object.entries(parameters)));
const wire = openWire({ frame, embedOrigin, events: askedForEvents, onMessage: show });
const call = (func: string, args: readonly unknown[]) => wire.command(func, ...args);

find('.frame').append(frame);
find('#console').append(createFunctionConsole({ library, call }));
startFreeCall(find<HTMLFormElement>('#free-call'), call);
startSubscriptionList(find<HTMLDetailsElement>('#subscriptions'), wire);
startEventFeed(find<HTMLElement>('.events'), find<HTMLElement>('.summary'));

function show({ direction, text, message }: WireMessage): void {
  const { event, info, func } = message;
  if (event === 'infoDelivery' || event === 'initialDelivery') {
    readout.receive(info);
    reported.receive(info, event === 'initialDelivery');
  }
  if (event === 'onError') readout.showError(info);
  const isProgress = event === 'infoDelivery' && !text.includes('playerState');
  if (isProgress && !showProgress.checked) return;
  const label = direction === 'sent' ? `→ ${func ?? event}` : `← ${event}`;
  addRow(messages, direction, label, text);
}

for (const button of document.querySelectorAll<HTMLElement>('[data-func]')) {
  button.addEventListener('click', () => wire.command(button.dataset.func ?? ''));
}
for (const button of document.querySelectorAll<HTMLElement>('[data-seek-by]')) {
  button.addEventListener('click', () => {
    wire.command(
      'seekTo',
      Math.max(0, readout.currentTime() + Number(button.dataset.seekBy)),
      true,
    );
  });
}
find('#seek').addEventListener('click', () => {
  wire.command('seekTo', find<HTMLInputElement>('#seek-to').valueAsNumber, true);
});
find('#volume').addEventListener('input', (event) => {
  wire.command('setVolume', (event.currentTarget as HTMLInputElement).valueAsNumber);
});
find('#rate').addEventListener('change', (event) => {
  wire.command('setPlaybackRate', Number((event.currentTarget as HTMLSelectElement).value));
});
find('#shake-hands').addEventListener('click', wire.shakeHands);
find('#clear-messages').addEventListener('click', () => messages.replaceChildren());

const shelf = find('.videos');
for (const video of videos) {
  const note = video.isLive ? 'live' : video.isPlayable ? video.id : 'not playable';
  const posterUrl = video.posterUrl === null ? null : new URL(video.posterUrl, embedOrigin).href;
  shelf.append(
    createVideoCard(video.title, note, posterUrl, () => wire.command('loadVideoById', video.id)),
  );
}
for (const { id, title } of playlists) {
  shelf.append(
    createVideoCard(title, 'playlist', null, () =>
      wire.command('loadPlaylist', { list: id, listType: 'playlist' }),
    ),
  );
}
