import { readDemoConfig } from './demo-config.ts';
import { startEventFeed } from './event-feed.ts';
import { addRow } from './log-list.ts';
import { createReadout } from './readout.ts';
import { openWire, type WireMessage } from './wire.ts';

function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`The demo page has no ${selector}.`);
  return element;
}

const { embedOrigin, videos, playlists } = readDemoConfig(document);
const query = new URLSearchParams(location.search);
const messages = find<HTMLElement>('.messages');
const showProgress = find<HTMLInputElement>('#show-progress');
const readout = createReadout(document);

const frame = document.createElement('iframe');
frame.src = embedUrl(query.get('v') ?? videos[0]?.id ?? '');
frame.title = 'Video player';
frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture';
frame.referrerPolicy = 'strict-origin-when-cross-origin';

const wire = openWire({ frame, embedOrigin, onMessage: show });
find('.frame').append(frame);
startEventFeed(find<HTMLElement>('.events'), find<HTMLElement>('.summary'));

/** Whatever else stands in this page's query (`autoplay`, `theme`, `runtime`, …) is passed on to the player. */
function embedUrl(id: string): string {
  const url = new URL(`/embed/${encodeURIComponent(id)}`, embedOrigin);
  for (const [name, value] of query) if (name !== 'v') url.searchParams.set(name, value);
  url.searchParams.set('enablejsapi', '1');
  url.searchParams.set('origin', location.origin);
  url.searchParams.set('widgetid', '1');
  return url.href;
}

function show({ direction, text, message }: WireMessage): void {
  if (message.event === 'infoDelivery' || message.event === 'initialDelivery') readout.take(message.info);
  if (message.event === 'onError') readout.showError(message.info);
  const isProgress = message.event === 'infoDelivery' && !text.includes('playerState');
  if (isProgress && !showProgress.checked) return;
  const label = direction === 'sent' ? `→ ${message.func ?? message.event}` : `← ${message.event}`;
  addRow(messages, direction, label, text);
}

for (const button of document.querySelectorAll<HTMLElement>('[data-func]')) {
  button.addEventListener('click', () => wire.command(button.dataset.func ?? ''));
}
for (const button of document.querySelectorAll<HTMLElement>('[data-seek-by]')) {
  button.addEventListener('click', () => {
    wire.command('seekTo', Math.max(0, readout.currentTime() + Number(button.dataset.seekBy)), true);
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
find('#clear-messages').addEventListener('click', () => messages.replaceChildren());

const shelf = find('.videos');
for (const video of videos) {
  const note = video.isLive ? 'live' : video.isPlayable ? '' : 'not playable';
  shelf.append(
    card(video.title, note || video.id, video.posterUrl, () => wire.command('loadVideoById', video.id)),
  );
}
for (const { id, title } of playlists) {
  shelf.append(
    card(title, 'playlist', null, () => wire.command('loadPlaylist', { list: id, listType: 'playlist' })),
  );
}

function card(title: string, note: string, posterUrl: string | null, load: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'card';
  if (posterUrl !== null) {
    const picture = document.createElement('img');
    picture.src = new URL(posterUrl, embedOrigin).href;
    picture.alt = '';
    picture.loading = 'lazy';
    button.append(picture);
  }
  const name = document.createElement('span');
  name.textContent = title;
  const small = document.createElement('small');
  small.textContent = note;
  button.append(name, small);
  button.addEventListener('click', load);
  return button;
}
