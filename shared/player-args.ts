import { type Consent, parseConsent } from './consent.ts';
import { type ListType, parseListType } from './list-type.ts';
import { isOff, isOn } from './on-off.ts';
import { readNumber } from './read-number.ts';
import { type Runtime, runtimes } from './rpc.ts';
import { videoIdFromUrl } from './video-id.ts';

/** Raw player variables: a URL's query, or `args` of the page config. */
export type RawArgs = Record<string, Variable | undefined>;
export type Variable = string | number | boolean;

/** The player variables with their meaning. Unknown and malformed ones fall back to the default, as YouTube's embeds do. */
export interface PlayerArgs {
  /** Raw; not yet known to be well formed. Empty without one. */
  videoId: string;
  autoplay: boolean;
  mute: boolean;
  hasControls: boolean;
  disableKeyboard: boolean;
  enableJsApi: boolean;
  /** Seconds, or `null`. */
  start: number | null;
  end: number | null;
  allowFullscreen: boolean;
  loop: boolean;
  /** BCP 47 language of the texts; empty for the browser's. */
  hl: string;
  list: string;
  listType: ListType;
  /** Ids that follow the video. */
  playlist: string[];
  /** Expected origin of the host page; empty for any. */
  origin: string;
  widgetId: number | null;
  /** §2; dark unless the host asks for light. */
  theme: 'dark' | 'light';
  /** `white` or the default `red`, as YouTube names the progress bar's colours. */
  color: 'red' | 'white';
  captionsOn: boolean;
  captionsLanguage: string;
  /** Of the players of a host page one is heard at a time. */
  isExclusive: boolean;
  playsInline: boolean;
  /** §2: `gvn` makes the page background transparent. */
  ps: string;
  /** §2: the URL of the page that framed this one, when known. */
  loaderUrl: string;
  runtime: Runtime;
  /** `null` if the URL does not say. */
  consent: Consent | null;
  isPrivate: boolean;
  /** Experiment flags by name, known or not. */
  flags: Record<string, string>;
  /** Shows the debug panel. */
  debug: boolean;
  /** Writes what the player does as spans for DevTools. */
  trace: boolean;
}

/**
 * Player variables of an embed URL. The id comes from the path; a URL without `autoplay` does not start by itself, as
 * embeds have always done, while a page config without it does (specification §4).
 */
export function rawArgsFromUrl(pathname: string, query: Iterable<[string, string]>): RawArgs {
  const raw: RawArgs = { autoplay: '0' };
  for (const [name, value] of query) raw[name] = value;
  // Names a function of the page: whoever makes an address must not choose what the page calls.
  delete raw.jsapicallback;
  if (raw.autoplay !== '1' && raw.autoplay !== 'true') raw.autoplay = '0';
  const id = shortsPattern.exec(pathname)?.[1] ?? videoIdFromUrl(pathname);
  // `/embed/videoseries?list=…` is YouTube's form for a playlist without a first video.
  if (id && id !== 'videoseries') raw.video_id = id;
  return raw;
}

/** A path of a short video, with its id. */
const shortsPattern = /^\/(?:embed\/)?shorts\/([^/]+)/;

/** Flag that lets paths starting with `shorts/` force the dark theme (specification §2). */
const shortsDarkThemeFlag = 'shorts_force_dark_theme';

/**
 * @param pathname of the page, for the `shorts/` rule
 * @param experimentFlags the page config's `serializedExperimentFlags`; what it says counts, whatever `fflags` says
 */
export function parsePlayerArgs(
  raw: RawArgs,
  pathname: string,
  experimentFlags: Variable = '',
): PlayerArgs {
  const text = (name: string) => (raw[name] === undefined ? '' : String(raw[name]));
  const flags = parseFlags(`${text('fflags')}&${experimentFlags}`);
  const isForcedDark = flags[shortsDarkThemeFlag] === 'true' && shortsPattern.test(pathname);
  const theme = text('theme');
  const runtime = text('runtime');
  return {
    videoId: text('video_id'),
    autoplay: !isOff(raw.autoplay),
    mute: isOn(raw.mute),
    hasControls: text('controls') !== '0',
    disableKeyboard: isOn(raw.disablekb),
    enableJsApi: isOn(raw.enablejsapi),
    start: seconds(raw.start),
    end: seconds(raw.end),
    allowFullscreen: text('fs') !== '0',
    loop: isOn(raw.loop),
    hl: /^[a-z]{2,8}([-_][a-z0-9]{1,8})*$/i.test(text('hl')) ? text('hl').replaceAll('_', '-') : '',
    list: text('list'),
    listType: parseListType(raw.listType),
    playlist: text('playlist').split(',').filter(Boolean),
    origin: text('origin'),
    widgetId: integer(raw.widgetid),
    theme: theme === 'light' && !isForcedDark ? 'light' : 'dark',
    color: text('color') === 'white' ? 'white' : 'red',
    captionsOn: isOn(raw.cc_load_policy),
    captionsLanguage: text('cc_lang_pref'),
    isExclusive: !isOff(raw.exclusive),
    playsInline: text('playsinline') !== '0',
    ps: text('ps'),
    // Hosts whose referrer policy hides them may say who they are.
    loaderUrl: text('loaderUrl') || text('widget_referrer'),
    runtime: runtimes.find((known) => known === runtime) ?? 'auto',
    // What nobody understands is no agreement.
    consent: raw.consent === undefined ? null : (parseConsent(raw.consent) ?? 'pending'),
    isPrivate: isOn(raw.private),
    flags,
    debug: isOn(raw.debug),
    trace: isOn(raw.trace),
  };
}

function seconds(value: RawArgs[string]): number | null {
  const number = readNumber(value);
  return number !== null && number >= 0 ? number : null;
}

function integer(value: RawArgs[string]): number | null {
  const number = seconds(value);
  return number !== null && Number.isInteger(number) ? number : null;
}

/** Of names that come twice the last counts. */
export function parseFlags(serialized: string): Record<string, string> {
  const flags: Record<string, string> = Object.create(null);
  for (const pair of serialized.split('&')) {
    const [name = '', value = 'true'] = pair.split('=', 2).map(decoded);
    if (name) flags[name] = value;
  }
  return flags;
}

/** What is not encoded as it should be stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
