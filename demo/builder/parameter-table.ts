import { languages } from '../../shared/languages.ts';
import { videoIdPattern } from '../../shared/video-id.ts';

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
  /^\d{1,7}(\.\d{1,3})?$/.test(text)
    ? null
    : 'Give seconds from the beginning, such as 90 or 12.5.';
const language: Check = (text) =>
  /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(text)
    ? null
    : 'Give a language tag such as es or pt-BR.';
const listId: Check = (text) =>
  text.length <= 200 && !/\s/.test(text)
    ? null
    : 'Give a playlist’s id, or with listType user_uploads an author’s name, without spaces, of at most 200 characters.';
const videoIds: Check = (text) =>
  text.split(',').every((id) => videoIdPattern.test(id))
    ? null
    : 'Give ids of 11 characters of A–Z a–z 0–9 _ -, with commas and without spaces.';
const origin: Check = (text) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
    ? null
    : 'Give scheme, host and port of your page and nothing after them: https://www.example.com.';
const address: Check = (text) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? null
    : 'Give a whole address, such as https://www.example.com/page.';
const wholeNumber: Check = (text) =>
  /^\d{1,9}$/.test(text) ? null : 'Give a whole number, such as 1.';
const token: Check = (text) =>
  /^\d{1,12}\.([^\s]{1,300}\.)?[\w-]{43}$/.test(text)
    ? null
    : 'Give a token as npm run sign prints it: EXPIRY.SIGNATURE, or EXPIRY.DOMAIN.SIGNATURE.';
const flags: Check = (text) =>
  /^[\w.-]+=[^&=\s]*(&[\w.-]+=[^&=\s]*)*$/.test(text)
    ? null
    : 'Give names and values: a=true&b=false.';

export const parameterGroups: readonly ParameterGroup[] = [
  {
    title: 'What plays',
    isOpen: true,
    parameters: [
      { name: 'start', label: 'From second', kind: 'text', example: '16', check: seconds },
      { name: 'end', label: 'To second', kind: 'text', example: '32', check: seconds },
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
        label: 'The list is',
        kind: 'choice',
        values: ['playlist', 'user_uploads'],
      },
      {
        name: 'playlist',
        label: 'Videos after it',
        kind: 'text',
        example: 'ID,ID',
        check: videoIds,
      },
      { name: 'loop', label: 'Again at the end', kind: 'switch', value: '1' },
    ],
  },
  {
    title: 'How it starts',
    isOpen: true,
    parameters: [
      { name: 'autoplay', label: 'By itself', kind: 'switch', value: '1' },
      { name: 'mute', label: 'Muted', kind: 'switch', value: '1' },
      { name: 'cc_load_policy', label: 'With captions', kind: 'switch', value: '1' },
      { name: 'exclusive', label: 'Beside other players', kind: 'switch', value: '0' },
      { name: 'cc_lang_pref', label: 'Captions in', kind: 'text', example: 'es', check: language },
    ],
  },
  {
    title: 'How it looks',
    isOpen: true,
    parameters: [
      { name: 'theme', label: 'Theme', kind: 'choice', values: ['dark', 'light'] },
      { name: 'color', label: 'Progress bar', kind: 'choice', values: ['red', 'white'] },
      { name: 'hl', label: 'Texts in', kind: 'choice', values: languages },
      { name: 'controls', label: 'No controls', kind: 'switch', value: '0' },
      { name: 'modestbranding', label: 'No channel', kind: 'switch', value: '1' },
      { name: 'disablekb', label: 'No keys', kind: 'switch', value: '1' },
      { name: 'fs', label: 'No full screen', kind: 'switch', value: '0' },
      { name: 'playsinline', label: 'Full screen on iPhones', kind: 'switch', value: '0' },
      { name: 'rel', label: 'End: same author only', kind: 'switch', value: '0' },
      { name: 'iv_load_policy', label: 'No annotations', kind: 'switch', value: '3' },
      { name: 'ps', label: 'Transparent background', kind: 'switch', value: 'gvn' },
    ],
  },
  {
    title: 'The page around it',
    isOpen: false,
    parameters: [
      { name: 'enablejsapi', label: 'Obeys the page', kind: 'switch', value: '1' },
      {
        name: 'origin',
        label: 'Only this one',
        kind: 'text',
        example: 'https://www.example.com',
        check: origin,
      },
      { name: 'widgetid', label: 'Session id', kind: 'text', example: '1', check: wholeNumber },
      {
        name: 'widget_referrer',
        label: 'Who embeds',
        kind: 'text',
        example: 'https://www.example.com/page',
        check: address,
      },
    ],
  },
  {
    title: 'Who watches',
    isOpen: false,
    parameters: [
      {
        name: 'consent',
        label: 'Consent',
        kind: 'choice',
        values: ['granted', 'refused', 'pending'],
      },
      { name: 'private', label: 'Nothing stored', kind: 'switch', value: '1' },
      {
        name: 'token',
        label: 'Token of a private video',
        kind: 'text',
        example: 'EXPIRY.SIGNATURE',
        check: token,
      },
    ],
  },
  {
    title: 'For developers',
    isOpen: false,
    parameters: [
      { name: 'runtime', label: 'Services in', kind: 'choice', values: ['auto', 'worker', 'main'] },
      { name: 'debug', label: 'Debug panel', kind: 'switch', value: '1' },
      { name: 'trace', label: 'Spans for DevTools', kind: 'switch', value: '1' },
      { name: 'fflags', label: 'Flags', kind: 'text', example: 'a=true&b=false', check: flags },
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
    text: 'Browsers let few pages play sound by themselves: mute it too, or the play button may show.',
  },
  {
    at: 'end',
    applies: (value) =>
      Number(value('end') ?? Number.POSITIVE_INFINITY) <= Number(value('start') ?? 0),
    text: 'The end is not after the start: the player will play to the end of the video.',
  },
  {
    at: 'listType',
    applies: (value) => value('listType') !== undefined && value('list') === undefined,
    text: 'This says what list names, and there is no list.',
  },
  {
    at: 'cc_lang_pref',
    applies: (value) =>
      value('cc_lang_pref') !== undefined && value('cc_load_policy') === undefined,
    text: 'It counts once captions are on; “With captions” shows them from the start.',
  },
  {
    at: 'enablejsapi',
    applies: (value) => value('enablejsapi') !== undefined && value('origin') === undefined,
    text: 'Without your origin the first window that speaks to the player becomes its host.',
  },
  {
    at: 'origin',
    applies: (value) => value('origin') !== undefined && value('enablejsapi') === undefined,
    text: 'It counts for pages that command the player: “Obeys the page” lets them.',
  },
];

/** @returns advice on combinations of valid values, by the parameter at which to show it */
export function adviseOn(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const applying = advice.filter(({ applies }) => applies((name) => values.get(name)));
  return new Map(applying.map(({ at, text }) => [at, text]));
}
