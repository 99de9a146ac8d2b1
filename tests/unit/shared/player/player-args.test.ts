import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlayerArgs, rawArgsFromUrl } from '../../../../shared/player/player-args.ts';

function fromUrl(url: string) {
  const { pathname, searchParams } = new URL(url, 'https://player.example');
  return parsePlayerArgs(rawArgsFromUrl(pathname, searchParams), pathname);
}

describe('the video id', () => {
  test.each([
    ['/embed/offstage001', 'offstage001'],
    ['/v/offstage001?start=3', 'offstage001'],
    ['/e/offstage001', 'offstage001'],
    ['/shorts/offstage002', 'offstage002'],
    ['/embed/shorts/offstage002', 'offstage002'],
    ['/embed/videoseries?list=PLoffstageplaylist', ''],
    ['/embed/?list=PLoffstageplaylist', ''],
    ['/embed', ''],
  ])('of %s is %j', (url, id) => {
    expect(fromUrl(url).videoId).toBe(id);
  });
});

describe('autoplay', () => {
  test.each([
    ['/embed/x', false],
    ['/embed/x?autoplay=0', false],
    ['/embed/x?autoplay=false', false],
    ['/embed/x?autoplay=', false],
    ['/embed/x?autoplay=1', true],
    ['/embed/x?autoplay=true', true],
  ])('of %s is %s', (url, expected) => {
    expect(fromUrl(url).autoplay).toBe(expected);
  });

  test.each([
    [0, false],
    ['0', false],
    [false, false],
    ['false', false],
    [1, true],
    [undefined, true],
  ])('a config with %j autoplays: %s [spec-4.8, spec-4.27]', (autoplay, expected) => {
    expect(parsePlayerArgs({ autoplay }, '/').autoplay).toBe(expected);
  });
});

describe('the theme', () => {
  test('is dark, or the one that the host sets [spec-2.6]', () => {
    expect(
      [fromUrl('/embed/x'), fromUrl('/embed/x?theme=light'), fromUrl('/embed/x?theme=pink')].map(
        ({ theme }) => theme,
      ),
    ).toEqual(['dark', 'light', 'dark']);
  });

  test('is forced dark under shorts/ when the flag is on, and only then [spec-2.7]', () => {
    const flag = 'fflags=shorts_force_dark_theme%3Dtrue';
    expect(fromUrl(`/shorts/x?theme=light&${flag}`).theme).toBe('dark');
    expect(fromUrl(`/embed/shorts/x?theme=light&${flag}`).theme).toBe('dark');
    expect(fromUrl('/shorts/x?theme=light').theme).toBe('light');
    expect(fromUrl(`/embed/x?theme=light&${flag}`).theme).toBe('light');
  });
});

describe('experiment flags', () => {
  const flagsOf = (fflags: string, serialized?: string) =>
    parsePlayerArgs({ fflags }, '/', serialized).flags;

  test.each([
    ['', {}],
    ['a=true&b=2', { a: 'true', b: '2' }],
    ['a&b=', { a: 'true', b: '' }],
    ['a=1&a=2', { a: '2' }],
    ['a=x%3Dy%26z&%C3%A4=1', { a: 'x=y&z', ä: '1' }],
    ['a=%&b=%E0%A4%A&%=1', { a: '%', b: '%E0%A4%A', '%': '1' }],
    ['&&=&=5', {}],
  ])('of %j are %j [spec-3.12]', (serialized, flags) => {
    expect(flagsOf(serialized)).toEqual(flags);
  });

  test('with names of object properties are flags like others', () => {
    const flags = flagsOf('__proto__=1&constructor=2&toString=3');
    expect(Object.entries(flags)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
  });

  test('of the operator take precedence over the URL', () => {
    expect(flagsOf('a=1&b=1', 'b=2&c=2')).toEqual({ a: '1', b: '2', c: '2' });
    const dark = 'shorts_force_dark_theme';
    const theme = (fflags: string, serialized: string) =>
      parsePlayerArgs({ fflags, theme: 'light' }, '/shorts/x', serialized).theme;
    expect([theme('', `${dark}=true`), theme(`${dark}=true`, `${dark}=false`)]).toEqual([
      'dark',
      'light',
    ]);
  });
});

test('malformed values fall back to the default', () => {
  expect(
    fromUrl('/embed/x?start=abc&end=-1&widgetid=1.5&runtime=gpu&hl=%22%3E&controls=7&color=green'),
  ).toMatchObject({
    start: null,
    end: null,
    widgetId: null,
    runtime: 'auto',
    hl: '',
    hasControls: true,
    color: 'red',
  });
});

test('no query causes an exception', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.array(fc.tuple(fc.string(), fc.string())), (path, query) => {
      parsePlayerArgs(rawArgsFromUrl(path, query), path);
    }),
  );
});
