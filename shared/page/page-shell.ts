import { directionOf } from '../player/direction-of.ts';
import { type Language, matchLanguage } from '../player/languages.ts';
import type { PlayerArgs } from '../player/player-args.ts';
import type { MediaSourceInfo, PlayerResponse } from '../player/player-response.ts';

/** URLs of scripts that only some pages need; empty without a manifest. */
export interface PageScripts {
  /** Loaded by pages with a host. */
  host: readonly string[];
  /** Engines for streams, by packaging. */
  engines: { readonly [packaging: string]: readonly string[] };
  /** Plays HLS in Chromium, in a worker; `null` without a build. */
  mediaWorker: string | null;
}

export interface ShellFacts {
  args: PlayerArgs;
  /** The best source's packaging; `null` without a source. */
  packaging: 'hls' | 'dash' | 'progressive' | null;
  /** The best source, if everyone may fetch and play it. */
  stream: MediaSourceInfo | null;
  hasPoster: boolean;
  /** The browser's languages, best first (BCP 47). */
  languages: readonly string[];
  /** The browser's user agent. */
  userAgent: string;
  scripts: PageScripts;
}

/** A player page before its script runs, as far as it depends on the URL and the browser. */
export interface PageShell {
  language: Language;
  /** Whether the poster shows the video's title and length (`waiting-frame.ts`). */
  hasWaitingFrame: boolean;
  /** Attributes of `<html>`. */
  html: Readonly<Record<string, string>>;
  /** Attributes of `<video>`; boolean ones only if on, with an empty value. */
  video: Readonly<Record<string, string>>;
  /** Attributes of `<link>` elements; each fetches with CORS. */
  links: readonly Readonly<Record<'rel' | 'href', string>>[];
}

/**
 * Safari, which plays HLS itself (`selectEngines`), and every iOS browser. Other browsers name
 * Chrome or Firefox. Anchored, so that it matches in one pass.
 */
const isWebKit = /^(?!.*Chrom(e|ium)\/\d).*AppleWebKit/;

/**
 * Browsers with media sources in workers (since Chromium 108). A wrong guess costs one unused
 * worker.
 */
const playsInWorker = /Chrom(e|ium)\/\d/;

/** Describes the shell. The server and pages on static hosts use this same rule. */
export function describeShell(facts: ShellFacts): PageShell {
  const { args, languages } = facts;
  // The player chooses its texts by the same rule.
  const language = matchLanguage([args.hl, ...languages]);
  return {
    language,
    hasWaitingFrame: args.hasControls && !args.autoplay,
    html: htmlAttributes(facts, language),
    video: videoAttributes(facts),
    links: scriptLinks(facts),
  };
}

function htmlAttributes(facts: ShellFacts, language: Language): Record<string, string> {
  const { args, hasPoster, stream } = facts;
  const mediaWorker = earlyMediaWorker(facts);
  return {
    lang: language,
    dir: directionOf(language),
    'data-theme': args.theme,
    ...(args.ps === 'gvn' && { 'data-ps': args.ps }),
    // With the API, begin at once: a host may send its only message right after the frame loaded.
    ...(isFacade(args, hasPoster) && !args.enableJsApi && { 'data-begins': 'painted' }),
    ...(mediaWorker !== null && { 'data-media-worker': mediaWorker }),
    // A start time needs other segments than the first.
    ...(mediaWorker !== null && stream !== null && !args.start && streamAttributes(stream)),
  };
}

function streamAttributes({ url, opening }: MediaSourceInfo): Record<string, string> {
  return { 'data-stream': url, ...(opening && { 'data-opening': JSON.stringify(opening) }) };
}

/** Whether the page shows only poster and button until the viewer wants more. */
function isFacade(args: PlayerArgs, hasPoster: boolean): boolean {
  return !args.autoplay && hasPoster;
}

/**
 * A file that every browser plays natively autoplays without a script; streams need their engine. A
 * page that waits for a click loads its poster and no media. Without a poster it loads metadata,
 * because the first frame is all it can show.
 */
function videoAttributes({
  args,
  packaging,
  hasPoster,
  userAgent,
}: ShellFacts): Record<string, string> {
  // With a start time the player starts it. In WebKit the player always does, because WebKit loses
  // a `playing` event if both do.
  const isStarted =
    packaging === 'progressive' && args.autoplay && !args.start && !isWebKit.test(userAgent);
  return {
    ...(args.playsInline && { playsinline: '' }),
    ...(args.mute && { muted: '' }),
    ...(isStarted && { autoplay: '' }),
    preload: args.autoplay ? 'auto' : isFacade(args, hasPoster) ? 'none' : 'metadata',
  };
}

/**
 * Preloads the host protocols, and the engine of an autoplaying video's best source, as far as it
 * is known here.
 */
function scriptLinks({ args, packaging, userAgent, scripts }: ShellFacts): PageShell['links'] {
  const isNative = packaging === 'hls' && isWebKit.test(userAgent);
  const engines = isNative ? [] : (scripts.engines[packaging ?? 'progressive'] ?? []);
  return [
    // While a video waits for its viewer, no engine is fetched (docs/decisions/0003).
    ...(args.autoplay ? engines : []),
    ...(args.enableJsApi ? scripts.host : []),
  ].map((href) => ({ rel: 'modulepreload', href }));
}

/**
 * The media worker for an autoplaying HLS stream. The markup's own script starts it (`index.html`).
 */
function earlyMediaWorker({
  args,
  packaging,
  userAgent,
  scripts: { mediaWorker },
}: ShellFacts): string | null {
  const isWanted =
    packaging === 'hls' &&
    args.autoplay &&
    args.runtime !== 'main' &&
    playsInWorker.test(userAgent);
  return isWanted ? mediaWorker : null;
}

/** @returns `ShellFacts.stream` of a video */
export function earlyStream(response: PlayerResponse | null): MediaSourceInfo | null {
  if (!response) return null;
  const { sources, playabilityStatus } = response;
  const [best] = sources;
  const isOpen = playabilityStatus.status === 'OK' && !playabilityStatus.needsLocation;
  return best && !best.drm && isOpen ? best : null;
}
