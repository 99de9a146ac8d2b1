import { type Consent, parseConsent } from '../rpc/consent.ts';
import { type Runtime, runtimes } from '../rpc/rpc.ts';
import { readNumber } from '../tools/read-number.ts';
import { type ListType, parseListType } from './list-type.ts';
import { isOff, isOn } from './on-off.ts';
import { videoIdFromUrl } from './video-id.ts';

/** Raw player variables: a URL's query, or `args` of the page config. */
export type RawArgs = Record<string, Variable | undefined>;
export type Variable = string | number | boolean;

/**
 * Interpreted player variables. Unknown and malformed ones fall back to the default, as in
 * YouTube's embeds.
 */
export interface PlayerArgs {
  /** Raw and unchecked; empty if missing. */
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
  /** Ids of the videos that follow. */
  playlist: string[];
  /** Expected origin of the host page; empty for any. */
  origin: string;
  widgetId: number | null;
  /** §2: dark unless the host sets light. */
  theme: 'dark' | 'light';
  /** Colour of the progress bar: `white`, or the default `red`, as YouTube names them. */
  color: 'red' | 'white';
  captionsOn: boolean;
  captionsLanguage: string;
  /** Whether playing pauses the host page's other players. */
  isExclusive: boolean;
  playsInline: boolean;
  /** §2: `gvn` makes the page background transparent. */
  ps: string;
  /** §2: the URL of the page that framed this one, if known. */
  loaderUrl: string;
  runtime: Runtime;
  /** `null` if the URL does not set it. */
  consent: Consent | null;
  isPrivate: boolean;
  /** Experiment flags by name, including unknown ones. */
  flags: Record<string, string>;
  /** Shows the debug panel. */
  debug: boolean;
  /** Writes trace spans for DevTools. */
  trace: boolean;
}

/**
 * Player variables of an embed URL. The id comes from the path. Without `autoplay`, a URL does not
 * start by itself, as embeds have always behaved; a page config does (specification §4).
 */
export function rawArgsFromUrl(pathname: string, query: Iterable<[string, string]>): RawArgs {
  const raw: RawArgs = { autoplay: '0' };
  for (const [name, value] of query) raw[name] = value;
  // It names a function of the page. The author of a URL must not choose what the page calls.
  delete raw.jsapicallback;
  if (raw.autoplay !== '1' && raw.autoplay !== 'true') raw.autoplay = '0';
  const id = shortsPattern.exec(pathname)?.[1] ?? videoIdFromUrl(pathname);
  // `/embed/videoseries?list=…` is YouTube's form for a playlist without a first video.
  if (id && id !== 'videoseries') raw.video_id = id;
  return raw;
}

/** Path of a short video, with its id. */
const shortsPattern = /^\/(?:embed\/)?shorts\/([^/]+)/;

/** Flag that gives paths starting with `shorts/` the dark theme (specification §2). */
const shortsDarkThemeFlag = 'shorts_force_dark_theme';

/**
 * @param pathname of the page, for the `shorts/` rule
 * @param experimentFlags the page config's `serializedExperimentFlags`; takes precedence over
 * `fflags`
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
    // For hosts whose referrer policy hides their URL.
    loaderUrl: text('loaderUrl') || text('widget_referrer'),
    runtime: runtimes.find((known) => known === runtime) ?? 'auto',
    // An unknown value is not consent.
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

/** If a name occurs twice, the last one counts. */
export function parseFlags(serialized: string): Record<string, string> {
  const flags: Record<string, string> = Object.create(null);
  for (const pair of serialized.split('&')) {
    const [name = '', value = 'true'] = pair.split('=', 2).map(decoded);
    if (name) flags[name] = value;
  }
  return flags;
}

/** Text that is not validly encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
