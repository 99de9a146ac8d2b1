import { isModest } from '../../shared/modest-branding.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { defaultBrand, pageConfigElementId, pageTitle } from '../../shared/page-config.ts';
import type { PageScripts, PageShell } from '../../shared/page-shell.ts';
import { describeShell, earlyStream } from '../../shared/page-shell.ts';
import { parsePlayerArgs } from '../../shared/player-args.ts';
import type { PlayerResponse } from '../../shared/player-response.ts';
import { playLabels } from '../../shared/shell-texts.ts';
import { describeWaitingFrame } from '../../shared/waiting-frame.ts';
import { escapeHtml, inlineJson } from '../http/escape-html.ts';
import type { HtmlTemplate } from '../http/html-template.ts';
import { renderWaitingFrame } from './render-waiting-frame.ts';

/** Places of the player page that depend on the request. */
export const embedSlots = ['title', 'head', 'config', 'video', 'waiting'] as const;
export type EmbedTemplate = HtmlTemplate<(typeof embedSlots)[number]>;

export interface EmbedPage {
  template: EmbedTemplate;
  scripts: PageScripts;
  config: PageConfig;
  pathname: string;
  /** What the browser says of its languages, best first (BCP 47). */
  languages: readonly string[];
  /** What the browser says it is. */
  userAgent: string;
}

/** Fills the built player page in for one request. All URLs stay relative to the origin, whatever its name is. */
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
  // What is filled in has no tag of its own that either pattern could take for the template's: `<` is escaped in it.
  return (
    html
      .replace(/<html[^>]*>/, (tag) => htmlTag(tag, shell))
      // After the page's own script, which is asked for first.
      .replace('</head>', () => `${shell.links.map(linkTag).join('')}</head>`)
      .replace(
        /(<button[^>]* class="big-play"[^>]* aria-label=")[^"]*/,
        `$1${playLabels[shell.language]}`,
      )
  );
}

/** The picture comes before all else: the element that shows it stands below the page's config. */
function posterLink(response: PlayerResponse | null): string {
  return response?.posterUrl
    ? `<link rel="preload" as="image" crossorigin="anonymous" fetchpriority="high" href="${escapeHtml(response.posterUrl)}" />`
    : '';
}

function linkTag({ rel, href }: PageShell['links'][number]): string {
  return `<link rel="${rel}" crossorigin href="${escapeHtml(href)}" />`;
}

/** @param tag the template's, whose own values of the same attributes go */
function htmlTag(tag: string, { html }: PageShell): string {
  const { lang, dir, 'data-theme': theme, ...more } = html;
  return tag
    .replace(/data-theme="[^"]*"/, `data-theme="${theme}"`)
    .replace(/lang="[^"]*"/, `lang="${lang}" dir="${dir}"`)
    .replace(/>$/, `${attributesOf(more)}>`);
}

/** The media element is there before any script. A file that every browser plays alone stands in it as well. */
function videoElement({ video }: PageShell, response: PlayerResponse | null): string {
  const best = response?.sources[0];
  const attributes = {
    class: 'video',
    ...video,
    crossorigin: 'anonymous',
    ...(response?.posterUrl && { poster: response.posterUrl }),
    // `src` and not `<source>`: its failure is the element's own error, and the player can take it away again.
    ...(best?.packaging === 'progressive' && { src: best.url }),
  };
  return `<video${attributesOf(attributes)}></video>`;
}

/** Of a video that cannot be played the page says why, once its script is there. */
function waitingFrame(
  { hasWaitingFrame, language }: PageShell,
  { args, playerResponse }: PageConfig,
): string {
  if (!hasWaitingFrame || !playerResponse) return '';
  const { playabilityStatus, videoDetails } = playerResponse;
  // Whether one that needs a location can be played turns out later.
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
