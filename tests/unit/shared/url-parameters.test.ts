import { describe, expect, test } from 'vitest';
import { parseListType } from '../../../shared/player/list-type.ts';
import {
  type PlayerArgs,
  parsePlayerArgs,
  rawArgsFromUrl,
} from '../../../shared/player/player-args.ts';

function fromQuery(query: string): PlayerArgs {
  const pathname = '/embed/offstage001';
  return parsePlayerArgs(rawArgsFromUrl(pathname, new URLSearchParams(query)), pathname);
}

const defaults = fromQuery('');

test('an embed URL without parameters has these values', () => {
  expect(defaults).toEqual({
    trace: false,
    videoId: 'offstage001',
    autoplay: false,
    mute: false,
    hasControls: true,
    disableKeyboard: false,
    enableJsApi: false,
    start: null,
    end: null,
    allowFullscreen: true,
    loop: false,
    hl: '',
    list: '',
    listType: 'playlist',
    playlist: [],
    origin: '',
    widgetId: null,
    theme: 'dark',
    color: 'red',
    captionsOn: false,
    isExclusive: true,
    consent: null,
    isPrivate: false,
    captionsLanguage: '',
    playsInline: true,
    ps: '',
    loaderUrl: '',
    runtime: 'auto',
    flags: {},
    debug: false,
  });
});

describe('a valid parameter sets its own value only', () => {
  test.each<[string, Partial<PlayerArgs>]>([
    ['autoplay=1', { autoplay: true }],
    ['mute=1', { mute: true }],
    ['cc_lang_pref=es', { captionsLanguage: 'es' }],
    ['cc_load_policy=1', { captionsOn: true }],
    ['exclusive=0', { isExclusive: false }],
    ['color=white', { color: 'white' }],
    ['color=red', {}],
    ['controls=0', { hasControls: false }],
    ['controls=1', {}],
    ['controls=2', {}],
    ['disablekb=1', { disableKeyboard: true }],
    ['enablejsapi=1', { enableJsApi: true }],
    ['end=90', { end: 90 }],
    ['end=90.5', { end: 90.5 }],
    ['fs=0', { allowFullscreen: false }],
    ['fs=1', {}],
    ['hl=de', { hl: 'de' }],
    ['hl=pt_BR', { hl: 'pt-BR' }],
    ['iv_load_policy=3', {}],
    ['list=PLoffstageplaylist', { list: 'PLoffstageplaylist' }],
    ['list=Jane&listType=user_uploads', { list: 'Jane', listType: 'user_uploads' }],
    ['list=PL1&listType=playlist', { list: 'PL1' }],
    ['loop=1', { loop: true }],
    ['origin=https://host.example', { origin: 'https://host.example' }],
    ['playlist=offstage002,offstage003', { playlist: ['offstage002', 'offstage003'] }],
    ['playsinline=0', { playsInline: false }],
    ['playsinline=1', {}],
    ['rel=0', {}],
    ['start=30', { start: 30 }],
    ['start=0', { start: 0 }],
    ['widget_referrer=https://host.example/page', { loaderUrl: 'https://host.example/page' }],
    ['widgetid=1', { widgetId: 1 }],
    ['widgetid=0', { widgetId: 0 }],
    ['theme=light', { theme: 'light' }],
    ['theme=dark', {}],
    ['ps=gvn', { ps: 'gvn' }],
    ['consent=granted', { consent: 'granted' }],
    ['consent=1', { consent: 'granted' }],
    ['consent=true', { consent: 'granted' }],
    ['consent=refused', { consent: 'refused' }],
    ['consent=0', { consent: 'refused' }],
    ['consent=false', { consent: 'refused' }],
    ['consent=pending', { consent: 'pending' }],
  ])('%s', (query, changes) => {
    expect(fromQuery(query)).toEqual({ ...defaults, ...changes });
  });

  test('the origin is read verbatim, because the host must use exactly the same', () => {
    expect(fromQuery('origin=HTTPS%3A%2F%2FHost.example%3A443%2F').origin).toBe(
      'HTTPS://Host.example:443/',
    );
  });

  test('the page’s own knowledge of its embedder takes precedence over the URL [spec-2.5]', () => {
    const raw = { loaderUrl: 'https://seen.example/', widget_referrer: 'https://said.example/' };
    expect(parsePlayerArgs(raw, '/').loaderUrl).toBe('https://seen.example/');
  });
});

test.each(['consent=', 'consent=yes', 'consent=GRANTED', 'consent=2'])(
  '%s is no consent',
  (query) => {
    expect(fromQuery(query)).toEqual({ ...defaults, consent: 'pending' });
  },
);

describe('a malformed parameter changes nothing', () => {
  test.each([
    'autoplay=',
    'autoplay=yes',
    'mute=2',
    'cc_load_policy=3',
    'color=green',
    'color=WHITE',
    'controls=',
    'controls=7',
    'disablekb=on',
    'enablejsapi=',
    'end=',
    'end=-1',
    'end=NaN',
    'end=Infinity',
    'end=1m30s',
    'fs=',
    'hl="><script>',
    'hl=x',
    'listType=search',
    'listType=__proto__',
    'loop=0',
    'playlist=',
    'playlist=,,',
    'start=',
    'start=%20',
    'start=-5',
    'start=1e999',
    'start=five',
    'theme=pink',
    'theme=LIGHT',
    'widgetid=',
    'widgetid=1.5',
    'widgetid=-1',
    'widgetid=a',
    'runtime=gpu',
  ])('%s', (query) => {
    expect(fromQuery(query)).toEqual(defaults);
  });
});

describe('a deprecated or unknown parameter changes nothing', () => {
  test.each([
    'showinfo=0',
    'autohide=2',
    'preload=1',
    'vq=hd720',
    'version=3',
    'wmode=opaque',
    'feature=oembed',
    'nologo=1',
    'si=abc',
    '__proto__=1',
    '__proto__[autoplay]=1',
    'constructor=1',
    'hasOwnProperty=1',
    'toString=1',
    'AUTOPLAY=1',
    '=1',
    '&&',
  ])('%s', (query) => {
    expect(fromQuery(query)).toEqual(defaults);
  });
});

test.each([
  ['playlist', 'playlist'],
  ['user_uploads', 'user_uploads'],
  ['search', 'playlist'],
  ['', 'playlist'],
  [undefined, 'playlist'],
  [5, 'playlist'],
  [['user_uploads'], 'playlist'],
  ['constructor', 'playlist'],
])('a list of the type %j is a %s', (type, expected) => {
  expect(parseListType(type)).toBe(expected);
});
