import { pageTitle } from '../../../shared/page/page-config.ts';
import { directionOf } from '../../../shared/player/direction-of.ts';
import { formatTime } from '../../../shared/player/format-time.ts';
import type { Language } from '../../../shared/player/languages.ts';
import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { channelSchema, readExtra } from '../../../shared/player/video-extras-schemas.ts';
import { escapeHtml } from '../../http/html/escape-html.ts';
import { fitSize, shapeOf } from './fit-size.ts';
import { frameCode } from './frame-code.ts';
import type { VideoAddresses } from './video-addresses.ts';
import { watchPageScript, watchPageStyle } from './watch-page-parts.ts';
import { momentQuery, playerQuery } from './watch-query.ts';
import { type WatchTexts, watchTexts } from './watch-texts.ts';

export interface PageFrame {
  language: Language;
  /** `null` follows the visitor's system. */
  theme: 'light' | 'dark' | null;
  brand: string;
}

export interface WatchPage extends PageFrame {
  response: PlayerResponse;
  /** Metadata for programs; empty for a video that must not be indexed or previewed. */
  head: string;
  /** The query of the page's own address. */
  query: URLSearchParams;
  /** Addresses for others; `null` for a video that must not be shared. */
  addresses: VideoAddresses | null;
  /** Whether other pages may embed it. */
  isEmbeddable: boolean;
}

/**
 * Wider than any screen: the frame takes its shape from this picture, and the width that is
 * available.
 */
const shapeWidth = 2_000;

/** The page of a video: the player in a frame, with description, chapters and sharing around it. */
export function renderWatchPage(page: WatchPage): string {
  const { response, head, language } = page;
  const { videoDetails, chapters } = response;
  const texts = watchTexts[language];
  const title = videoDetails.title || videoDetails.videoId;
  const beside = [
    chapters.length > 0 ? chapterList(page, texts) : '',
    page.addresses === null ? '' : sharePart(page, page.addresses, texts),
  ].join('');
  const about = videoDetails.shortDescription.trim();
  const main = `${playerFrame(page)}
<h1><bdi>${escapeHtml(title)}</bdi></h1>
<p class="by">${byLine(page, texts)}</p>
<div class="columns">${
    about === ''
      ? ''
      : `<section class="card" aria-labelledby="about"><h2 id="about">${texts.about}</h2><p class="description" dir="auto">${escapeHtml(about)}</p></section>`
  }<div class="stack">${beside}</div></div>`;
  return document({
    ...page,
    title: pageTitle(title, page.brand),
    head,
    main,
    script: `<script>${watchPageScript}</script>`,
  });
}

export interface MissingPage extends PageFrame {
  reason: 'notFound' | 'private' | 'expired';
  /** Other videos to watch instead. */
  others: readonly { videoId: string; title: string }[];
}

/** The page for a video that does not exist, or that this visitor may not watch. */
export function renderMissingPage(page: MissingPage): string {
  const { reason, others, language, brand } = page;
  const texts = watchTexts[language];
  const items = others.map(
    ({ videoId, title }) =>
      `<li><a href="/watch/${videoId}" dir="auto">${escapeHtml(title || videoId)}</a></li>`,
  );
  const main = `<div class="missing"><h1>${escapeHtml(texts[reason])}</h1>
<p>${escapeHtml(texts[`${reason}Help`])}</p></div>
${items.length === 0 ? '' : `<section class="card" aria-labelledby="others"><h2 id="others">${texts.others}</h2><ul class="others">${items.join('')}</ul></section>`}`;
  return document({ ...page, title: pageTitle(texts[reason], brand), head: '', main, script: '' });
}

interface Document extends PageFrame {
  title: string;
  head: string;
  main: string;
  script: string;
}

function document({ language, theme, brand, title, head, main, script }: Document): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${theme === null ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}
<style>${watchPageStyle}</style>
</head>
<body>
<header><bdi>${escapeHtml(brand)}</bdi></header>
<main>
${main}
</main>
${script}
</body>
</html>
`;
}

/**
 * The frame's referrer is only the origin, because the page's address may contain a token. A
 * same-origin frame inherits the page's permissions, so it only needs `allowfullscreen`.
 */
function playerFrame({ response, query, language }: WatchPage): string {
  const { videoDetails } = response;
  const { width, height } = shapeOf(videoDetails);
  const shapeHeight = Math.round((shapeWidth * height) / width);
  const asked = playerQuery(query).toString();
  const src = `/embed/${videoDetails.videoId}${asked && `?${asked}`}`;
  const title = videoDetails.title || watchTexts[language].player;
  return `<div class="frame"><svg width="${shapeWidth}" height="${shapeHeight}" viewBox="0 0 ${shapeWidth} ${shapeHeight}" aria-hidden="true"></svg>
<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" referrerpolicy="strict-origin" allowfullscreen></iframe></div>`;
}

function byLine({ response }: WatchPage, texts: WatchTexts): string {
  const { author, channel: told, isLive, lengthSeconds } = response.videoDetails;
  const channel = readExtra(channelSchema, told);
  const name = escapeHtml(author || channel?.name || '');
  const who =
    channel?.url === undefined
      ? name
      : `<a href="${escapeHtml(channel.url)}" dir="auto">${name}</a>`;
  const length = isLive
    ? `<span class="badge">${texts.live}</span>`
    : lengthSeconds > 0
      ? `<span>${formatTime(lengthSeconds)}</span>`
      : '';
  return `${name && `<span dir="auto">${who}</span>`}${length}`;
}

function chapterList({ response, query }: WatchPage, texts: WatchTexts): string {
  const items = response.chapters.map(({ startSeconds, title }) => {
    const href = escapeHtml(momentQuery(query, startSeconds));
    return `<li><a href="${href}" data-seconds="${startSeconds}"><time>${formatTime(startSeconds)}</time><span dir="auto">${escapeHtml(title)}</span></a></li>`;
  });
  return `<nav class="card" aria-labelledby="chapters"><h2 id="chapters">${texts.chapters}</h2><ol class="chapters">${items.join('')}</ol></nav>`;
}

function sharePart(
  page: WatchPage,
  { watchUrl, embedUrl }: VideoAddresses,
  texts: WatchTexts,
): string {
  const { response, isEmbeddable } = page;
  const { title, isLive, videoId, ...picture } = response.videoDetails;
  const entity = new URLSearchParams({ v: videoId, list: page.query.get('list') ?? '' });
  const size = fitSize(picture, { maxWidth: null, maxHeight: null });
  const start = `<label class="check by-script" hidden><input type="checkbox" class="start-at" value="0" data-text="${escapeHtml(texts.startAt)}"><span class="start-label">${escapeHtml(texts.startAt.replace('{time}', '0:00'))}</span></label>`;
  return `<section class="card share" aria-labelledby="share" data-entity="${escapeHtml(entity.toString())}"><h2 id="share">${texts.share}</h2>
${copyField({ label: texts.link, text: watchUrl, from: watchUrl, time: 't' }, texts)}
${isEmbeddable ? copyField({ label: texts.embedCode, text: frameCode({ ...size, src: embedUrl, title }), from: embedUrl, time: 'start' }, texts) : ''}
${isLive ? '' : start}
<button type="button" class="share-system by-script" hidden>${escapeHtml(texts.shareBySystem)}</button>
<p class="status" role="status" data-copied="${escapeHtml(texts.copied)}" data-by-hand="${escapeHtml(texts.copyByHand)}"></p></section>`;
}

interface CopyField {
  label: string;
  text: string;
  /** The address in the text that can get a start time, and its parameter's name. */
  from: string;
  time: string;
}

function copyField({ label, text, from, time }: CopyField, texts: WatchTexts): string {
  const button = `<button type="button" class="by-script" hidden aria-label="${escapeHtml(`${texts.copy}: ${label}`)}">${escapeHtml(texts.copy)}</button>`;
  return `<div class="copy"><label>${escapeHtml(label)}<input readonly dir="ltr" value="${escapeHtml(text)}" data-from="${escapeHtml(from)}" data-time="${time}"></label>${button}</div>`;
}
