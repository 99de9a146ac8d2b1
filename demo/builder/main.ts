import { videoIdPattern } from '../../shared/player/video-id.ts';
import { startCopyButton } from '../copy-button.ts';
import { readDemoConfig } from '../demo-config.ts';
import { createDemoLibrary } from '../demo-library.ts';
import { element, find } from '../element.ts';
import { createPills } from '../pills.ts';
import { createPlayerFrame } from '../player-frame.ts';
import { createParameterForm } from './parameter-form.ts';
import { parameterGroups } from './parameter-table.ts';
import type { Embed, EmbedSize } from './write-snippets.ts';
import { elementSnippet, embedAddress, frameSnippet, scriptSnippet } from './write-snippets.ts';

const variants = [
  {
    title: 'iframe',
    about: 'One HTML element, no script. Works on any page.',
    write: frameSnippet,
  },
  {
    title: '<offstage-player>',
    about: 'Shows a poster, and loads the player on the first click.',
    write: elementSnippet,
  },
  {
    title: 'YT.Player',
    about: 'For pages that control the player with YouTube’s JavaScript API.',
    write: scriptSnippet,
  },
] as const;

/** Minimum and maximum frame size in CSS pixels. */
const [sideMin, sideMax] = [1, 10_000];

const { embedOrigin, videos, playlists, firstVideo } = createDemoLibrary(readDemoConfig(document));
const given = new URLSearchParams(location.search);
const form = createParameterForm({
  groups: parameterGroups,
  given: new Map(given),
  playlistsId: 'playlist-ids',
});

const stage = find<HTMLElement>('.frame');
const code = find<HTMLElement>('.snippet code');
const videoField = find<HTMLInputElement>('#video');
const titleField = find<HTMLInputElement>('#title');
const sizeField = find<HTMLSelectElement>('#size');
const shapeField = find<HTMLSelectElement>('#shape');
const widthField = find<HTMLInputElement>('#width');
const heightField = find<HTMLInputElement>('#height');
const lazyField = find<HTMLInputElement>('#lazy');
let variant: (typeof variants)[number] = variants[0];
let shownAddress = '';

function showProblem(field: HTMLInputElement, problem: string | null): void {
  const note = find<HTMLElement>(`#note-${field.id}`);
  note.hidden = problem === null;
  note.textContent = problem ?? '';
  if (problem === null) field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
}

const isSide = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= sideMin && Number(text) <= sideMax;
const sideProblem = ({ value }: HTMLInputElement) =>
  isSide(value) ? null : `Enter whole pixels from ${sideMin} to ${sideMax.toLocaleString('en')}.`;

function readSize(video: { width: number; height: number } | undefined): EmbedSize {
  const isFixed = sizeField.value === 'fixed';
  if (isFixed && isSide(widthField.value) && isSide(heightField.value))
    return { kind: 'fixed', width: Number(widthField.value), height: Number(heightField.value) };
  const [width, height] = shapeField.value.split(':').map(Number);
  if (width && height) return { kind: 'responsive', width, height };
  const isKnown = video !== undefined && video.width > 0 && video.height > 0;
  return { kind: 'responsive', ...(isKnown ? smallest(video) : { width: 16, height: 9 }) };
}

/** The same shape in the smallest whole numbers: 16 / 9 is easier to read than 1920 / 1080. */
function smallest({ width, height }: { width: number; height: number }) {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(Math.round(width), Math.round(height));
  return { width: Math.round(width) / common, height: Math.round(height) / common };
}

function show(): void {
  const videoId = videoField.value.trim();
  const isId = videoIdPattern.test(videoId);
  const isFixed = sizeField.value === 'fixed';
  const known = videos.find(({ id }) => id === videoId);
  const parameterProblems = form.showProblems();
  showProblem(videoField, isId ? null : 'Enter a video ID: 11 characters of A–Z a–z 0–9 _ -.');
  showProblem(widthField, isFixed ? sideProblem(widthField) : null);
  showProblem(heightField, isFixed ? sideProblem(heightField) : null);
  find('#fixed-size').toggleAttribute('hidden', !isFixed);
  find('#shape-size').toggleAttribute('hidden', isFixed);
  titleField.placeholder = known?.title ?? 'Video player';

  const isSizeWrong = isFixed && !(isSide(widthField.value) && isSide(heightField.value));
  const problemCount = parameterProblems + (isId ? 0 : 1) + (isSizeWrong ? 1 : 0);
  find('#left-out').textContent =
    problemCount === 0 ? '' : `Fields with errors are left out of the code (${problemCount}).`;

  const embed: Embed = {
    embedOrigin,
    videoId: isId ? videoId : firstVideo,
    title: titleField.value.trim() || titleField.placeholder,
    parameters: [...form.read()],
    size: readSize(known),
    isLazy: lazyField.checked,
  };
  code.textContent = variant.write(embed);
  find('.about').textContent = variant.about;
  find('#copied').textContent = '';
  showFrame(embed);
  showLinks(embed);
}

/**
 * Replaces the frame for a new address: navigating a frame would add an entry to the page's
 * history.
 */
function showFrame(embed: Embed): void {
  const { width, height } = embed.size;
  stage.style.aspectRatio = `${width} / ${height}`;
  stage.style.setProperty('--shape', String(width / height));
  const address = embedAddress(embed);
  if (address === shownAddress) return;
  shownAddress = address;
  const frame = createPlayerFrame(address);
  frame.title = embed.title;
  stage.replaceChildren(frame);
}

function showLinks({ videoId }: Embed): void {
  const watch = new URL(`/watch/${videoId}`, embedOrigin);
  const oembed = new URL('/oembed', embedOrigin);
  oembed.searchParams.set('url', watch.href);
  find<HTMLAnchorElement>('#watch-page').href = watch.href;
  find<HTMLAnchorElement>('#oembed').href = oembed.href;
}

const suggestions = (items: readonly { id: string; title: string }[]) =>
  items.map(({ id, title }) => element('option', { value: id, label: title }));
find('#video-ids').append(...suggestions(videos));
find('#playlist-ids').append(...suggestions(playlists));
find('#parameters').append(...form.panels);
find('#variants').append(
  createPills({
    legend: 'Kind of embed code',
    name: 'variant',
    titles: variants.map(({ title }) => title),
    chosen: 0,
    onChoose: (index) => {
      variant = variants[index] ?? variant;
      show();
    },
  }),
);
videoField.value = given.get('v') ?? firstVideo;
// `change` instead of `input`: otherwise each key press would load a new player.
find('#builder').addEventListener('change', show);
find('#builder').addEventListener('submit', (event) => {
  event.preventDefault();
  show();
});
find('#reset').addEventListener('click', () => location.assign(location.pathname));
startCopyButton(find('#copy'), find('#copied'), () => code.textContent);
show();
