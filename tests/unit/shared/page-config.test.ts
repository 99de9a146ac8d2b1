import { expect, test } from 'vitest';
import { pageTitle } from '../../../shared/page/page-config.ts';
import { parsePageConfig } from '../../../src/boot/page-config.ts';
import { makeVideo } from '../player/make-video.ts';

function parse(config: unknown, address = 'https://player.example/embed/offstage002?start=3') {
  const { config: parsed, problems } = parsePageConfig(config, new URL(address));
  return { ...parsed, fields: problems.map(({ field }) => field) };
}

test('the page has the video’s title, and the brand’s without one [spec-2.2, spec-2.8]', () => {
  expect(pageTitle('Four Lights', 'Offstage')).toBe('Four Lights - Offstage');
  expect(pageTitle('', 'Offstage')).toBe('Offstage');
});

test.each([null, [], 'x', 5])(
  'the config %j is ignored as a whole, and so is the URL',
  (config) => {
    expect(parse(config)).toEqual({ args: {}, fields: [''] });
  },
);

test.each([{}, { args: {} }, { args: [] }, { args: 'x' }])(
  'with %j the URL decides the video',
  (config) => {
    expect(parse(config).args).toEqual({ video_id: 'offstage002', start: '3', autoplay: '0' });
  },
);

test('a URL cannot name a function of the page, and a config can', () => {
  const address = 'https://player.example/embed/offstage002?jsapicallback=alert';
  expect(parse({}, address).args).not.toHaveProperty('jsapicallback');
  expect(parse({ args: { jsapicallback: 'onReady' } }, address).args).toEqual({
    jsapicallback: 'onReady',
  });
});

const playerResponse = makeVideo({ videoId: 'offstage001' });

test.each<[Record<string, unknown>, string]>([
  [{ args: { video_id: 'offstage001', start: {} } }, 'args.start'],
  [{ args: { video_id: 'offstage001', fflags: 'x'.repeat(10_001) } }, 'args.fflags'],
  [{ attrs: { id: '1 2', width: 5 } }, 'attrs.id'],
  [{ attrs: { width: 'wide', height: 5 } }, 'attrs.width'],
  [{ attrs: { width: '100%;position:fixed' } }, 'attrs.width'],
  [{ attrs: { height: -1 } }, 'attrs.height'],
  [{ attrs: { height: '10vh', width: Number.POSITIVE_INFINITY } }, 'attrs.width'],
  [{ attrs: [] }, 'attrs'],
  [{ assets: 'x.js' }, 'assets'],
  [{ assets: { css: null } }, 'assets.css'],
  [{ loaded: 'yes' }, 'loaded'],
  [{ webPlayerContextConfig: { jsUrl: ['x'] } }, 'webPlayerContextConfig.jsUrl'],
  [{ brand: 'x'.repeat(101) }, 'brand'],
  [{ telemetry: 0 }, 'telemetry'],
  [{ apiOrigin: 5 }, 'apiOrigin'],
  [{ apiOrigin: '' }, 'apiOrigin'],
  [{ apiOrigin: 'api.example' }, 'apiOrigin'],
  [{ apiOrigin: '//api.example' }, 'apiOrigin'],
  [{ apiOrigin: 'https://' }, 'apiOrigin'],
  [{ apiOrigin: 'https://api.example/' }, 'apiOrigin'],
  [{ apiOrigin: 'https://api.example/v1?x' }, 'apiOrigin'],
  [{ apiOrigin: 'https://ann:word@api.example' }, 'apiOrigin'],
  [{ apiOrigin: 'javascript:alert(1)' }, 'apiOrigin'],
  [{ playlist: { videoIds: 5 } }, 'playlist.videoIds'],
])('in %j only %s is malformed, and the rest applies', (malformed, field) => {
  const rest = { brand: 'Testube', playerResponse, args: { video_id: 'offstage001' } };
  const parsed = parse({ ...rest, ...malformed });
  expect(new Set(parsed.fields)).toContain(field);
  expect(new Set(parsed.fields.map((name) => name.split('.')[0])).size).toBe(1);
  expect(parsed.args.video_id).toBe('offstage001');
  expect(parsed.playerResponse).toEqual(playerResponse);
});

test.each([
  'https://api.example',
  'http://localhost:20247',
  'https://[::1]:3000',
  'https://xn--bcher-kva.example',
])('the API may be at %s', (apiOrigin) => {
  expect(parse({ apiOrigin })).toMatchObject({ apiOrigin, fields: [] });
});

test('a malformed API reply is left out, so that the API is asked', () => {
  const parsed = parse({
    args: { video_id: 'offstage001' },
    playerResponse: { ...playerResponse, sources: 5 },
  });
  expect(parsed).not.toHaveProperty('playerResponse');
});

test.each([640, 0.5, '640', '640px', '62.5%', '100vw', '50dvh', '12rem'])(
  '%j is a size',
  (width) => {
    expect(parse({ attrs: { width } })).toMatchObject({ attrs: { width }, fields: [] });
  },
);
