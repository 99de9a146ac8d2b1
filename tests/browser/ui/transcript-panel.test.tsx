import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parsePlayerArgs } from '../../../shared/player/player-args.ts';
import type { CaptionTrackInfo } from '../../../shared/player/player-response.ts';
import { createPlayerStore, type PlayerStore } from '../../../src/player/state/player-store.ts';
import {
  PlayerContext,
  type PlayerContextValue,
} from '../../../src/ui/controls/player-context.tsx';
import { TranscriptPanel } from '../../../src/ui/panels/transcript/transcript-panel.tsx';
import '../../../src/ui/shell/shell.css';
import '../../../src/ui/shell/controls.css';
import '../../../src/ui/controls/panels/panels.css';
import { makeReading, makeVideo } from '../../unit/player/make-video.ts';
import '../../speak-english.ts';

let store: PlayerStore;
let root: Root;
let sought: number[];
const used: string[] = [];

beforeEach(() => {
  document.body.innerHTML =
    '<div class="player" style="width: 800px; height: 450px"><div class="ui"></div></div>';
  store = createPlayerStore();
  sought = [];
  root = createRoot(document.querySelector('.ui') as HTMLElement);
});
afterEach(() => root.unmount());

/** The parts of the player that the panel uses. */
function open(...captionTracks: CaptionTrackInfo[]): void {
  const video = makeVideo({ lengthSeconds: 50_000 }, { captionTracks });
  store.dispatch({ type: 'video_changed', video, isCued: true, startSeconds: 0 });
  const context = {
    store,
    args: parsePlayerArgs({}, '/embed/offstage001'),
    controller: { seekTo: (seconds: number) => void sought.push(seconds) },
    panels: { close() {} },
    onUse: (action: string) => void used.push(action),
  } as unknown as PlayerContextValue;
  root.render(
    <PlayerContext value={context}>
      <TranscriptPanel />
    </PlayerContext>,
  );
}

function track(text: string, languageCode = 'en'): CaptionTrackInfo {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
  return { languageCode, label: languageCode, url };
}

const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 23);
const cueOf = (second: number, text: string) =>
  `${clock(second)} --> ${clock(second + 1)}\n${text}\n`;
const play = (currentTime: number) =>
  store.dispatch({ type: 'playing', media: makeReading({ currentTime, duration: 50_000 }) });

const lines = () => [...document.querySelectorAll<HTMLElement>('.transcript-line')];
const current = () => document.querySelector<HTMLElement>('.transcript-line[aria-current]');

function isSeen(line: HTMLElement | null): boolean {
  const scroller = document.querySelector('.panel-scroll')?.getBoundingClientRect();
  const box = line?.getBoundingClientRect();
  return (
    scroller !== undefined &&
    box !== undefined &&
    box.top >= scroller.top &&
    box.bottom <= scroller.bottom
  );
}

function type(text: string): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search]');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
}

test('of 50,000 lines only those near the visible part are drawn; the present line is among them, and in view', async () => {
  const cues = Array.from({ length: 50_000 }, (_, second) =>
    cueOf(second, `Line ${second} ${'more '.repeat(second % 30)}`),
  );
  open(track(`WEBVTT\n\n${cues.join('\n')}`));
  await expect.poll(() => lines().length).toBeGreaterThan(0);
  expect(lines().length).toBeLessThan(500);
  play(31_234.5);
  await expect.poll(() => current()?.textContent).toContain('Line 31234 ');
  await expect.poll(() => isSeen(current())).toBe(true);
  expect(lines().length).toBeLessThan(500);
  // After scrolling, the panel stays there until the viewer follows again.
  document
    .querySelector('.panel-scroll')
    ?.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
  await expect.poll(() => document.querySelector('.transcript-follow')).not.toBeNull();
  play(40_000.5);
  await expect.poll(() => current()?.textContent).toContain('Line 40000 ');
  expect(isSeen(current())).toBe(false);
  document.querySelector<HTMLElement>('.transcript-follow')?.click();
  await expect.poll(() => isSeen(current())).toBe(true);
  current()?.click();
  expect(sought).toEqual([40_000]);
  expect(used).toEqual(['transcript_seek']);
  type('line 4999');
  await expect.poll(() => lines().length).toBe(11);
  expect(document.querySelector('.transcript-count')?.textContent).toBe('11 found');
  expect(document.querySelector('.transcript-line mark')?.textContent).toBe('Line 4999');
});

test('markup in a cue is text, or removed; it creates no elements and runs nothing', async () => {
  const hostile =
    '<b onclick="x">bold</b> <img src=x onerror="window.hit = 1">&lt;script&gt;window.hit = 1&lt;/script&gt;';
  open(track(`WEBVTT\n\n${cueOf(0, hostile)}`));
  await expect.poll(() => lines().length).toBe(1);
  expect(lines()[0]?.textContent).toBe('0:00bold <script>window.hit = 1</script>');
  expect(document.querySelector('.transcript-line :is(b, img, script)')).toBeNull();
  expect('hit' in window).toBe(false);
});

test.each([
  ['are not WebVTT', () => track('{"no": "captions"}')],
  ['are missing', () => ({ ...track(''), url: '/nowhere.vtt-that-is-not-there' })],
])('captions that %s show an error', async (_, make) => {
  open(make());
  await expect
    .poll(() => document.querySelector('.transcript-panel [role=alert]')?.textContent)
    .toBe('The transcript could not be loaded.');
});

test('arrow keys go from line to line, and Tab reaches one of them', async () => {
  open(track(`WEBVTT\n\n${[0, 1, 2].map((second) => cueOf(second, `Line ${second}`)).join('\n')}`));
  await expect.poll(() => lines().length).toBe(3);
  expect(lines().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  lines()[0]?.focus();
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  press('ArrowDown');
  press('ArrowDown');
  expect(document.activeElement).toBe(lines()[2]);
  press('ArrowUp');
  expect(document.activeElement).toBe(lines()[1]);
});
