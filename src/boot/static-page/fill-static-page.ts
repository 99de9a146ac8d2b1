import { argsOfAddress, withinLimits } from '../../../shared/page/address-args.ts';
import type { PageShell } from '../../../shared/page/page-shell.ts';
import { describeShell, earlyStream } from '../../../shared/page/page-shell.ts';
import { playLabels } from '../../../shared/page/shell-texts.ts';
import type { StaticPage } from '../../../shared/page/static-page.ts';
import { parseListType } from '../../../shared/player/list-type.ts';
import { isModest } from '../../../shared/player/modest-branding.ts';
import type { RawArgs } from '../../../shared/player/player-args.ts';
import { parsePlayerArgs } from '../../../shared/player/player-args.ts';
import type { PlaylistResponse } from '../../../shared/player/player-response.ts';

export interface Surroundings {
  location: Pick<Location, 'pathname' | 'search' | 'hostname'>;
  navigator: Pick<Navigator, 'languages' | 'userAgent'>;
  isFramed: boolean;
}

/**
 * Does for a static page what the server does for an embed URL: puts the URL's arguments into the
 * page config and adapts the shell. Both JSON blocks were written with this script, so they need no
 * validation.
 */
export function fillStaticPage(
  document: Document,
  { location, navigator, isFramed }: Surroundings,
): void {
  const page = readJson(document, 'static-page') as StaticPage;
  const config = readJson(document, 'page-config');
  const { pathname } = location;
  const raw = argsOfAddress(page.args, pathname, new URLSearchParams(location.search));
  raw.video_id = page.videoId ?? idWithoutEnding(raw.video_id);
  if (isFramed) raw.loaderUrl = document.referrer.replace(/\?.*/, '');
  writeJson(document, 'page-config', {
    ...config,
    args: withinLimits(raw),
    ...(location.hostname === page.privateHost && { private: true }),
    playlist: findPlaylist(page, raw),
  });
  const shell = describeShell({
    ...page,
    stream: earlyStream(config.playerResponse ?? null),
    args: parsePlayerArgs(raw, pathname, config.webPlayerContextConfig?.serializedExperimentFlags),
    languages: navigator.languages,
    userAgent: navigator.userAgent,
  });
  applyShell(document, shell);
  if (isModest(raw)) document.querySelector('.author')?.remove();
}

// biome-ignore lint/suspicious/noExplicitAny: the page's own script validates it.
function readJson(document: Document, id: string): any {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}');
}

/**
 * Replaces the element with one that is no script. Trusted Types protect the text of a script
 * element even if it is data, and Firefox logs an error when its text node changes.
 */
function writeJson(document: Document, id: string, value: unknown): void {
  const element = document.createElement('template');
  element.textContent = JSON.stringify(value);
  document.getElementById(id)?.replaceWith(element);
  element.id = id;
}

/** Some file hosts keep the `.html` ending in the URL. */
function idWithoutEnding(videoId: RawArgs[string]): RawArgs[string] {
  const id = videoId && String(videoId).replace(/\.html$/, '');
  return id === 'videoseries' ? undefined : id;
}

function findPlaylist(
  { playlists, uploads }: StaticPage,
  { list = '', listType }: RawArgs,
): PlaylistResponse | undefined {
  const wanted = String(list);
  if (parseListType(listType) === 'playlist')
    return playlists.find(({ playlistId }) => playlistId === wanted);
  return uploads?.title.toLowerCase() === wanted.toLowerCase()
    ? { ...uploads, playlistId: wanted }
    : undefined;
}

/** First removes attributes that describe a waiting page. */
function applyShell(
  document: Document,
  { html, video, links, language, hasWaitingFrame }: PageShell,
): void {
  const root = document.documentElement;
  delete root.dataset.begins;
  setAll(root, html);
  const element = document.querySelector<HTMLVideoElement>('.video');
  if (element) {
    element.removeAttribute('playsinline');
    setAll(element, video);
    // The attribute counts only when an element is created.
    element.muted = 'muted' in video;
  }
  document.querySelector('.big-play')?.setAttribute('aria-label', playLabels[language]);
  if (!hasWaitingFrame) document.querySelector('.waiting')?.remove();
  for (const attributes of links) {
    const link = document.createElement('link');
    setAll(link, { ...attributes, crossorigin: '' });
    document.head.append(link);
  }
}

function setAll(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
