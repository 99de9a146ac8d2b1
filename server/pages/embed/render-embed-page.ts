import type { PageConfig } from '../../../shared/page/page-config.ts';
import { defaultBrand, pageConfigElementId, pageTitle } from '../../../shared/page/page-config.ts';
import type { PageScripts, PageShell } from '../../../shared/page/page-shell.ts';
import { describeShell, earlyStream } from '../../../shared/page/page-shell.ts';
import { playLabels } from '../../../shared/page/shell-texts.ts';
import { describeWaitingFrame } from '../../../shared/page/waiting-frame.ts';
import { isModest } from '../../../shared/player/modest-branding.ts';
import { parsePlayerArgs } from '../../../shared/player/player-args.ts';
import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { escapeHtml, inlineJson } from '../../http/html/escape-html.ts';
import type { HtmlTemplate } from '../../http/html/html-template.ts';
import { renderWaitingFrame } from './render-waiting-frame.ts';

/** Slots of the player page that depend on the request. */
export const embedSlots = ['title', 'head', 'config', 'video', 'waiting'] as const;
export type EmbedTemplate = HtmlTemplate<(typeof embedSlots)[number]>;

export interface EmbedPage {
  template: EmbedTemplate;
  scripts: PageScripts;
  config: PageConfig;
  pathname: string;
  /** The browser's languages, best first (BCP 47). */
  languages: readonly string[];
  /** The browser's `User-Agent` header. */
  userAgent: string;
}

/**
 * Fills in the built player page for one request. All URLs stay relative to the origin, so that
 * they work under any name.
 */
export function renderEmbedPage(page: EmbedPage): string {
  const { template, scripts, config, pathname, languages, userAgent } = page;
  const flags = config.webPlayerContextConfig?.serializedExperimentFlags;
  const response = config.playerResponse ?? null;
  const shell = describeShell({
    args: parsePlayerArgs(config.args, pathname, flags),
    packaging: response?.sources[0]?.packaging ?? null,
    stream: earlyStream(response),
    hasPoster: Boolean(response?.posterUrl),
    languages,
    userAgent,
    scripts,
  });
  const title = pageTitle(response?.videoDetails.title ?? '', config.brand ?? defaultBrand);
  const html = template.fill({
    title: `<title>${escapeHtml(title)}</title>`,
    head: posterLink(response),
    config: `<script type="application/json" id="${pageConfigElementId}">${inlineJson(config)}</script>`,
    video: videoElement(shell, response),
    waiting: waitingFrame(shell, config),
  });
  // The filled-in text escapes `<`, so neither pattern can match a tag in it.
  return (
    html
      .replace(/<html[^>]*>/, (tag) => htmlTag(tag, shell))
      // After the page's own script, so that the browser requests that first.
      .replace('</head>', () => `${shell.links.map(linkTag).join('')}</head>`)
      .replace(
        /(<button[^>]* class="big-play"[^>]* aria-label=")[^"]*/,
        `$1${playLabels[shell.language]}`,
      )
  );
}

/** First in the head: the element that shows the poster comes after the page's config. */
function posterLink(response: PlayerResponse | null): string {
  return response?.posterUrl
    ? `<link rel="preload" as="image" crossorigin="anonymous" fetchpriority="high" href="${escapeHtml(response.posterUrl)}" />`
    : '';
}

function linkTag({ rel, href }: PageShell['links'][number]): string {
  return `<link rel="${rel}" crossorigin href="${escapeHtml(href)}" />`;
}

/** @param tag the template's tag; these attributes replace its own */
function htmlTag(tag: string, { html }: PageShell): string {
  const { lang, dir, 'data-theme': theme, ...more } = html;
  return tag
    .replace(/data-theme="[^"]*"/, `data-theme="${theme}"`)
    .replace(/lang="[^"]*"/, `lang="${lang}" dir="${dir}"`)
    .replace(/>$/, () => `${attributesOf(more)}>`);
}

/**
 * The media element exists before any script. A progressive file, which every browser plays, is
 * already its `src`.
 */
function videoElement({ video }: PageShell, response: PlayerResponse | null): string {
  const best = response?.sources[0];
  const attributes = {
    class: 'video',
    ...video,
    crossorigin: 'anonymous',
    ...(response?.posterUrl && { poster: response.posterUrl }),
    // `src` instead of `<source>`: a failure is then the element's own error, and the player can
    // remove it.
    ...(best?.packaging === 'progressive' && { src: best.url }),
  };
  return `<video${attributesOf(attributes)}></video>`;
}

/** Without a video to play, the page's script shows the reason instead. */
function waitingFrame(
  { hasWaitingFrame, language }: PageShell,
  { args, playerResponse }: PageConfig,
): string {
  if (!hasWaitingFrame || !playerResponse) return '';
  const { playabilityStatus, videoDetails } = playerResponse;
  // A video that needs a location may turn out to be playable.
  if (playabilityStatus.status !== 'OK' && !playabilityStatus.needsLocation) return '';
  const frame = describeWaitingFrame(videoDetails, {
    href: webAddress(videoDetails.watchUrl),
    isModest: isModest(args),
    language,
  });
  return frame === null ? '' : renderWaitingFrame(frame);
}

/** Absolute or a path, as the library has it (`sidecar.ts`); the browser resolves it. */
function webAddress(address: unknown): string | null {
  return typeof address === 'string' && /^(https?:\/\/|\/)/.test(address) ? address : null;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}${value === '' ? '' : `="${escapeHtml(value)}"`}`)
    .join('');
}
