import { languages } from '../../shared/player/languages.ts';
import { videoIdPattern } from '../../shared/player/video-id.ts';

/** A parameter of embed URLs, as in `docs/url-parameters.md`, with the input for setting it. */
export type Parameter = {
  /** Name in the address. */
  name: string;
  label: string;
} & (
  | {
      kind: 'switch';
      /** The value when on; when off, the address does not have the parameter. */
      value: string;
    }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'text'; example: string; check: Check; suggest?: 'playlists' }
);

/**
 * @returns the problem with a text that is not empty, and the fix; `null` if the player understands
 * it
 */
type Check = (text: string) => string | null;

export interface ParameterGroup {
  title: string;
  /** Whether it is unfolded at first. */
  isOpen: boolean;
  parameters: readonly Parameter[];
}

const seconds: Check = (text) =>
  /^\d{1,7}(\.\d{1,3})?$/.test(text) ? null : 'Enter seconds, for example 90 or 12.5.';
const language: Check = (text) =>
  /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(text)
    ? null
    : 'Enter a language code, for example es or pt-BR.';
const listId: Check = (text) =>
  text.length <= 200 && !/\s/.test(text)
    ? null
    : 'Enter a playlist ID (with listType user_uploads: an author’s name), up to 200 characters without spaces.';
const videoIds: Check = (text) =>
  text.split(',').every((id) => videoIdPattern.test(id))
    ? null
    : 'Enter video IDs separated by commas, without spaces. Each has 11 characters of A–Z a–z 0–9 _ -.';
const origin: Check = (text) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
    ? null
    : 'Enter your page’s origin without a path: https://www.example.com.';
const address: Check = (text) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? null
    : 'Enter a full URL, for example https://www.example.com/page.';
const wholeNumber: Check = (text) =>
  /^\d{1,9}$/.test(text) ? null : 'Enter a whole number, for example 1.';
const token: Check = (text) =>
  /^\d{1,12}\.([^\s]{1,300}\.)?[\w-]{43}$/.test(text)
    ? null
    : 'Enter a token from npm run sign: EXPIRY.SIGNATURE or EXPIRY.DOMAIN.SIGNATURE.';
const flags: Check = (text) =>
  /^[\w.-]+=[^&=\s]*(&[\w.-]+=[^&=\s]*)*$/.test(text)
    ? null
    : 'Enter names and values, for example a=true&b=false.';

export const parameterGroups: readonly ParameterGroup[] = [
  {
    title: 'Video and playlist',
    isOpen: true,
    parameters: [
      { name: 'start', label: 'Start at (seconds)', kind: 'text', example: '16', check: seconds },
      { name: 'end', label: 'End at (seconds)', kind: 'text', example: '32', check: seconds },
      {
        name: 'list',
        label: 'Playlist',
        kind: 'text',
        example: 'PL…',
        check: listId,
        suggest: 'playlists',
      },
      {
        name: 'listType',
        label: 'List type',
        kind: 'choice',
        values: ['playlist', 'user_uploads'],
      },
      {
        name: 'playlist',
        label: 'Next videos',
        kind: 'text',
        example: 'ID,ID',
        check: videoIds,
      },
      { name: 'loop', label: 'Loop', kind: 'switch', value: '1' },
    ],
  },
  {
    title: 'Playback',
    isOpen: true,
    parameters: [
      { name: 'autoplay', label: 'Autoplay', kind: 'switch', value: '1' },
      { name: 'mute', label: 'Muted', kind: 'switch', value: '1' },
      { name: 'cc_load_policy', label: 'Captions', kind: 'switch', value: '1' },
      { name: 'exclusive', label: 'Do not pause other players', kind: 'switch', value: '0' },
      {
        name: 'cc_lang_pref',
        label: 'Caption language',
        kind: 'text',
        example: 'es',
        check: language,
      },
    ],
  },
  {
    title: 'Appearance',
    isOpen: true,
    parameters: [
      { name: 'theme', label: 'Theme', kind: 'choice', values: ['dark', 'light'] },
      { name: 'color', label: 'Progress bar color', kind: 'choice', values: ['red', 'white'] },
      { name: 'hl', label: 'Player language', kind: 'choice', values: languages },
      { name: 'controls', label: 'Hide controls', kind: 'switch', value: '0' },
      { name: 'modestbranding', label: 'Hide channel', kind: 'switch', value: '1' },
      { name: 'disablekb', label: 'Disable keyboard shortcuts', kind: 'switch', value: '1' },
      { name: 'fs', label: 'Disable full screen', kind: 'switch', value: '0' },
      { name: 'playsinline', label: 'Play full screen on iPhone', kind: 'switch', value: '0' },
      { name: 'rel', label: 'Only suggest videos by this author', kind: 'switch', value: '0' },
      { name: 'iv_load_policy', label: 'Hide annotations', kind: 'switch', value: '3' },
      { name: 'ps', label: 'Transparent background', kind: 'switch', value: 'gvn' },
    ],
  },
  {
    title: 'Your page',
    isOpen: false,
    parameters: [
      { name: 'enablejsapi', label: 'JavaScript API', kind: 'switch', value: '1' },
      {
        name: 'origin',
        label: 'Page origin',
        kind: 'text',
        example: 'https://www.example.com',
        check: origin,
      },
      { name: 'widgetid', label: 'Session ID', kind: 'text', example: '1', check: wholeNumber },
      {
        name: 'widget_referrer',
        label: 'Referrer',
        kind: 'text',
        example: 'https://www.example.com/page',
        check: address,
      },
    ],
  },
  {
    title: 'Privacy and access',
    isOpen: false,
    parameters: [
      {
        name: 'consent',
        label: 'Consent',
        kind: 'choice',
        values: ['granted', 'refused', 'pending'],
      },
      { name: 'private', label: 'Privacy mode: store nothing', kind: 'switch', value: '1' },
      {
        name: 'token',
        label: 'Private video token',
        kind: 'text',
        example: 'EXPIRY.SIGNATURE',
        check: token,
      },
    ],
  },
  {
    title: 'Developer options',
    isOpen: false,
    parameters: [
      {
        name: 'runtime',
        label: 'Run services in',
        kind: 'choice',
        values: ['auto', 'worker', 'main'],
      },
      { name: 'debug', label: 'Debug panel', kind: 'switch', value: '1' },
      { name: 'trace', label: 'DevTools trace', kind: 'switch', value: '1' },
      {
        name: 'fflags',
        label: 'Feature flags',
        kind: 'text',
        example: 'a=true&b=false',
        check: flags,
      },
    ],
  },
];

/** Advice on combinations of parameters, shown at the parameter `at`. */
const advice: readonly {
  at: string;
  applies: (value: (name: string) => string | undefined) => boolean;
  text: string;
}[] = [
  {
    at: 'autoplay',
    applies: (value) => value('autoplay') !== undefined && value('mute') === undefined,
    text: 'Most browsers block autoplay with sound. Set Muted too, or viewers may have to press Play.',
  },
  {
    at: 'end',
    applies: (value) =>
      Number(value('end') ?? Number.POSITIVE_INFINITY) <= Number(value('start') ?? 0),
    text: 'End at is not after Start at, so the video plays to its end.',
  },
  {
    at: 'listType',
    applies: (value) => value('listType') !== undefined && value('list') === undefined,
    text: 'This has no effect without a playlist.',
  },
  {
    at: 'cc_lang_pref',
    applies: (value) =>
      value('cc_lang_pref') !== undefined && value('cc_load_policy') === undefined,
    text: 'This applies when viewers turn captions on. Set Captions to show them from the start.',
  },
  {
    at: 'enablejsapi',
    applies: (value) => value('enablejsapi') !== undefined && value('origin') === undefined,
    text: 'Without Page origin, the first window that sends a message controls the player.',
  },
  {
    at: 'origin',
    applies: (value) => value('origin') !== undefined && value('enablejsapi') === undefined,
    text: 'This has no effect without JavaScript API.',
  },
];

/** @returns advice on combinations of valid values, by the parameter at which to show it */
export function adviseOn(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const applying = advice.filter(({ applies }) => applies((name) => values.get(name)));
  return new Map(applying.map(({ at, text }) => [at, text]));
}
