import { startCopyButton } from '../copy-button.ts';
import { readDemoConfig } from '../demo-config.ts';
import { createDemoLibrary } from '../demo-library.ts';
import { element, find } from '../element.ts';
import { addRow } from '../log-list.ts';
import { createPills } from '../pills.ts';
import { elementClient } from './element-client.ts';
import { playerJsClient } from './player-js-client.ts';
import type { RemotePlayer } from './remote-player.ts';
import { createRemoteReadout } from './remote-readout.ts';
import { wireClient } from './wire-client.ts';
import { ytPlayerClient } from './yt-player-client.ts';

const clients = [ytPlayerClient, elementClient, wireClient, playerJsClient] as const;
const library = createDemoLibrary(readDemoConfig(document));
const { videos, playlists, embedOrigin, firstVideo, otherVideo, failingVideo } = library;

const stage = find<HTMLElement>('.frame');
const happened = find<HTMLElement>('.happened');
const remoteControl = find<HTMLFieldSetElement>('#remote');
const mountButton = find<HTMLButtonElement>('#mount');
const destroyButton = find<HTMLButtonElement>('#destroy');
const seekTo = find<HTMLInputElement>('#seek-to');
const volume = find<HTMLInputElement>('#volume');
const rate = find<HTMLSelectElement>('#rate');
const video = find<HTMLSelectElement>('#video');
const readout = createRemoteReadout(document);

let client: (typeof clients)[number] = ytPlayerClient;
let remote: RemotePlayer | null = null;
/** Number of the latest mount: scripts may arrive in any order. */
let attempts = 0;

const log = (direction: 'sent' | 'received', label: string, text: string) =>
  addRow(happened, direction, `${direction === 'sent' ? '→' : '←'} ${label}`, text);

async function mount(): Promise<void> {
  destroy();
  attempts += 1;
  const attempt = attempts;
  log('sent', 'mount', client.title);
  try {
    await client.load(embedOrigin);
    if (attempt === attempts)
      remote = client.mount({ stage, library, videoId: firstVideo, notify: readout.receive, log });
  } catch (error) {
    readout.receive({ error: error instanceof Error ? error.message : String(error) });
  }
  showButtons();
}

function destroy(): void {
  attempts += 1;
  remote?.destroy();
  remote = null;
  readout.clear();
  volume.value = '100';
  rate.value = '1';
  showButtons();
}

/** Disables the buttons that have no effect now, or with this client. */
function showButtons(): void {
  remoteControl.disabled = remote === null;
  destroyButton.disabled = remote === null;
  mountButton.disabled = remote !== null;
  rate.disabled = remote !== null && remote.setRate === null;
}

function choose(index: number): void {
  client = clients[index] ?? client;
  find('.about').textContent = client.about;
  find('.snippet code').textContent = client.snippet(embedOrigin, firstVideo);
  find('#copied').textContent = '';
  void mount();
}

const acts: Record<string, (player: RemotePlayer) => void> = {
  play: (player) => player.play(),
  pause: (player) => player.pause(),
  seek: (player) => player.seekTo(seekTo.valueAsNumber || 0),
  load: (player) => player.loadVideo(video.value),
  playlist: (player) => playlists[0] && player.loadPlaylist(playlists[0]),
  previous: (player) => player.previous(),
  next: (player) => player.next(),
  fail: (player) => player.loadVideo(failingVideo),
};
for (const button of remoteControl.querySelectorAll<HTMLButtonElement>('[data-act]')) {
  const act = acts[button.dataset.act ?? ''];
  button.addEventListener('click', () => remote && act?.(remote));
}
volume.addEventListener('input', () => remote?.setVolume(volume.valueAsNumber));
rate.addEventListener('change', () => remote?.setRate?.(Number(rate.value)));
mountButton.addEventListener('click', () => void mount().then(() => destroyButton.focus()));
destroyButton.addEventListener('click', () => {
  destroy();
  mountButton.focus();
});
find('#clear-log').addEventListener('click', () => happened.replaceChildren());
startCopyButton(find('#copy'), find('#copied'), () => find('.snippet code').textContent);

for (const { id, title, isPlayable } of videos) {
  if (isPlayable)
    video.append(element('option', { value: id, textContent: title, selected: id === otherVideo }));
}
const titles = clients.map(({ title }) => title);
find('#clients').append(
  createPills({ legend: 'Client', name: 'client', titles, chosen: 0, onChoose: choose }),
);
choose(0);
