import { directionOf } from './direction-of.ts';
import { type Language, matchLanguage } from './languages.ts';
import type { PlayerArgs } from './player-args.ts';
import type { PlayerResponse } from './player-response.ts';

/** URLs of scripts that a page needs beyond what every page has; none without a manifest. */
export interface PageScripts {
  /** What pages with a host load as well. */
  host: readonly string[];
  /** What plays streams, by their packaging. */
  engines: { readonly [packaging: string]: readonly string[] };
  /** What plays HLS in Chromium, in a worker; `null` without a build. */
  mediaWorker: string | null;
}

export interface ShellFacts {
  args: PlayerArgs;
  /** Of the best source; `null` without one. */
  packaging: 'hls' | 'dash' | 'progressive' | null;
  /** Its address, if anybody can fetch and play it. */
  stream: string | null;
  hasPoster: boolean;
  /** What the browser says of its languages, best first (BCP 47). */
  languages: readonly string[];
  /** What the browser says it is. */
  userAgent: string;
  scripts: PageScripts;
}

/** What a player page is before its script is there, as far as that hangs on its address and its browser. */
export interface PageShell {
  language: Language;
  /** Whether it says over the poster what will play (`waiting-frame.ts`). */
  hasWaitingFrame: boolean;
  /** Attributes of `<html>`. */
  html: Readonly<Record<string, string>>;
  /** Attributes of `<video>`; of its switches those that are on, with an empty value. */
  video: Readonly<Record<string, string>>;
  /** Attributes of `<link>` elements, each of which fetches with CORS. */
  links: readonly Readonly<Record<'rel' | 'href', string>>[];
}

/** Safari, which plays HLS itself (`selectEngines`), and every browser of iOS; all others call themselves Chrome or Firefox. Anchored: it looks once. */
const isWebKit = /^(?!.*Chrom(e|ium)\/\d).*AppleWebKit/;

/** Browsers that make media sources in workers (since Chromium 108); to be wrong costs a worker that nobody uses. */
const playsInWorker = /Chrom(e|ium)\/\d/;

/** One rule for the server, which writes it, and for pages of a static host, which find it out themselves. */
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
  const { args, hasPoster } = facts;
  const mediaWorker = earlyMediaWorker(facts);
  return {
    lang: language,
    dir: directionOf(language),
    'data-theme': args.theme,
    ...(args.ps === 'gvn' && { 'data-ps': args.ps }),
    // A host may speak to the player as soon as its frame has loaded, and only once.
    ...(isFacade(args, hasPoster) && !args.enableJsApi && { 'data-begins': 'painted' }),
    ...(mediaWorker !== null && { 'data-media-worker': mediaWorker }),
    // From elsewhere than its beginning other segments are wanted.
    ...(mediaWorker !== null &&
      facts.stream !== null &&
      !args.start && { 'data-stream': facts.stream }),
  };
}

/** Poster and button are all that there is to see until the viewer wants more. */
function isFacade(args: PlayerArgs, hasPoster: boolean): boolean {
  return !args.autoplay && hasPoster;
}

/**
 * A file that every browser plays alone begins to play without a script where that is asked for; streams wait for their engine. A page
 * that waits to be clicked fetches its poster and nothing of the media, unless its first picture is all there is to show.
 */
function videoAttributes({
  args,
  packaging,
  hasPoster,
  userAgent,
}: ShellFacts): Record<string, string> {
  // From elsewhere than its beginning the player starts it; in WebKit always, which loses a `playing` when both do.
  const isStarted =
    packaging === 'progressive' && args.autoplay && !args.start && !isWebKit.test(userAgent);
  return {
    ...(args.playsInline && { playsinline: '' }),
    ...(args.mute && { muted: '' }),
    ...(isStarted && { autoplay: '' }),
    preload: args.autoplay ? 'auto' : isFacade(args, hasPoster) ? 'none' : 'metadata',
  };
}

/** What plays the best source of a video that starts by itself, as far as that can be told here, and what speaks to hosts. */
function scriptLinks({ args, packaging, userAgent, scripts }: ShellFacts): PageShell['links'] {
  const isNative = packaging === 'hls' && isWebKit.test(userAgent);
  const engines = isNative ? [] : (scripts.engines[packaging ?? 'progressive'] ?? []);
  return [
    // Of a video that waits for its viewer nothing is fetched (docs/decisions/0003).
    ...(args.autoplay ? engines : []),
    ...(args.enableJsApi ? scripts.host : []),
  ].map((href) => ({ rel: 'modulepreload', href }));
}

/** Of an HLS stream that starts by itself: the markup's own script starts it (`index.html`). */
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
export function earlyStream(response: PlayerResponse | null): string | null {
  if (!response) return null;
  const { sources, playabilityStatus } = response;
  const [best] = sources;
  const isOpen = playabilityStatus.status === 'OK' && !playabilityStatus.needsLocation;
  return best && !best.drm && isOpen ? best.url : null;
}
