import { expect, test } from 'vitest';
import { pageConfigSchema, pageTitle } from '../../../shared/page-config.ts';
import { hostErrorCode } from '../../../shared/player-error.ts';

test('the page is called as its video, and as the brand without one', () => {
  expect(pageTitle('Four Lights', 'Offstage')).toBe('Four Lights - Offstage');
  expect(pageTitle('', 'Offstage')).toBe('Offstage');
});

test.each([null, [], 'x', {}, { args: [] }, { args: { video_id: {} } }, { args: {}, attrs: { id: '1 2' } }])(
  'the config %j is refused',
  (config) => {
    expect(pageConfigSchema.safeParse(config).success).toBe(false);
  },
);

test.each([
  ['api.invalidparam', 2],
  ['auth', 150],
  ['drm.auth', 150],
  ['embedding.domain', 150],
  ['heartbeat.servererror', 150],
  ['heartbeat.stop', 150],
  ['html5.unsupportedads', 5],
  ['fmt.noneavailable', 5],
  ['fmt.decode', 5],
  ['fmt.unplayable', 5],
  ['html5.missingapi', 5],
  ['html5.unsupportedlive', 5],
  ['drm.unavailable', 5],
  ['mrm.blocked', 151],
  ['embedder.identity.denied', 152],
  ['video.notfound', 100],
  ['something.else', 5],
  ['constructor', 5],
])('the player error %s is %i to the host', (name, code) => {
  expect(hostErrorCode(name)).toBe(code);
});
