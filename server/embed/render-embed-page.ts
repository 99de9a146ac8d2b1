import { directionOf, type Language, matchLanguage } from '../../shared/languages.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import { defaultBrand, pageConfigElementId, pageTitle } from '../../shared/page-config.ts';
import type { PlayerArgs } from '../../shared/player-args.ts';
import { parsePlayerArgs } from '../../shared/player-args.ts';
import type { PlayerResponse } from '../../shared/player-response.ts';
import { escapeHtml, inlineJson } from '../http/escape-html.ts';
import type { HtmlTemplate } from '../http/html-template.ts';
import { playLabels } from './shell-texts.ts';

/** Places of the player page that depend on the request. */
export const embedSlots = ['title', 'head', 'config', 'video'] as const;
export type EmbedTemplate = HtmlTemplate<(typeof embedSlots)[number]>;

export interface EmbedPage {
  template: EmbedTemplate;
  /** URLs of what pages with a host load as well. */
  hostScripts: readonly string[];
  config: PageConfig;
  pathname: string;
  /** What the browser says of its languages, best first (BCP 47). */
  languages: readonly string[];
}

/** Fills the built player page in for one request. All URLs stay relative to the origin, whatever its name is. */
export function renderEmbedPage({ template, hostScripts, config, pathname, languages }: EmbedPage): string {
  const flags = config.webPlayerContextConfig?.serializedExperimentFlags;
  const args = parsePlayerArgs(config.args, pathname, flags);
  // The page chooses its texts by the same rule.
  const language = matchLanguage([args.hl, ...languages]);
  const response = config.playerResponse ?? null;
  const title = pageTitle(response?.videoDetails.title ?? '', config.brand ?? defaultBrand);
  const page = template.fill({
    title: `<title>${escapeHtml(title)}</title>`,
    head: headLinks(response, args.enableJsApi ? hostScripts : []),
    config: `<script type="application/json" id="${pageConfigElementId}">${inlineJson(config)}</script>`,
    video: videoElement(args, response),
  });
  // What is filled in has no tag of its own that either pattern could take for the template's: `<` is escaped in it.
  return page
    .replace(/<html[^>]*>/, (tag) => htmlTag(tag, args, language))
    .replace(/(<button[^>]* class="big-play"[^>]* aria-label=")[^"]*/, `$1${playLabels[language]}`);
}

/** What the page will need, named before its scripts ask for it. */
function headLinks(response: PlayerResponse | null, scripts: readonly string[]): string {
  const poster = response?.posterUrl
    ? `<link rel="preload" as="image" crossorigin="anonymous" fetchpriority="high" href="${escapeHtml(response.posterUrl)}" />`
    : '';
  return (
    poster +
    scripts.map((url) => `<link rel="modulepreload" crossorigin href="${escapeHtml(url)}" />`).join('')
  );
}

function htmlTag(tag: string, { theme, ps }: PlayerArgs, language: Language): string {
  const result = tag
    .replace(/data-theme="[^"]*"/, `data-theme="${theme}"`)
    .replace(/lang="[^"]*"/, `lang="${language}" dir="${directionOf(language)}"`);
  return ps === 'gvn' ? result.replace(/>$/, ` data-ps="${ps}">`) : result;
}

/**
 * The media element is there before any script: poster and metadata load with the page. A file that every browser plays
 * alone stands in it as well; streams wait for their engine.
 */
function videoElement({ playsInline }: PlayerArgs, response: PlayerResponse | null): string {
  const attributes = [
    'class="video"',
    playsInline ? 'playsinline' : '',
    'preload="metadata"',
    'crossorigin="anonymous"',
  ];
  if (response?.posterUrl) attributes.push(`poster="${escapeHtml(response.posterUrl)}"`);
  const best = response?.sources[0];
  // `src` and not `<source>`: its failure is the element's own error, and the player can take it away again.
  if (best?.packaging === 'progressive') attributes.push(`src="${escapeHtml(best.url)}"`);
  return `<video ${attributes.filter(Boolean).join(' ')}></video>`;
}
