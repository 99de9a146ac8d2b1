import fc from 'fast-check';
import { expect } from 'vitest';
import { parsePageConfig } from '../../src/boot/page-config.ts';
import { fuzz } from './support/fuzz.ts';
import { hostileText } from './support/hostile-text.ts';
import { makeConfig } from './support/make-config.ts';
import { damaged, hostileJson, mutatedText } from './support/mutations.ts';

const location = fc.record({
  pathname: fc.oneof(fc.constant('/embed/offstage001'), hostileText),
  search: fc.oneof(fc.constant('?start=3'), hostileText),
});
const goodConfig = {
  ...makeConfig({ title: 'T', brand: 'B', poster: 'p', extra: {} }),
  args: { video_id: 'offstage001', autoplay: '1' },
  api: { isLoggedIn: true },
  probes: { adStatus: 'https://a.example' },
  assets: { js: 'https://a.example/a.js' },
  loaded: false,
  webPlayerContextConfig: { rootElementId: 'x' },
  telemetry: true,
  consent: 'granted',
  private: false,
};

/** Damaged as an object, or as its text in the page. */
const anyConfig = fc.oneof(
  damaged(goodConfig),
  hostileJson,
  mutatedText(fc.constant(JSON.stringify(goodConfig))).map((text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  }),
);

fuzz(
  'whatever stands in the page config, the player gets what fits of it and nothing of another type [threat-page-config]',
  fc.tuple(anyConfig, location),
  ([value, place]) => {
    const before = JSON.stringify(value);
    const { config, problems } = parsePageConfig(value, place);
    expect(JSON.stringify(value)).toBe(before);
    for (const field of Object.values(config.args))
      expect(['string', 'number', 'boolean']).toContain(typeof field);
    expect(['string', 'undefined']).toContain(typeof config.brand);
    expect(Object.getPrototypeOf(config.args)).toBe(Object.prototype);
    for (const { field, message } of problems)
      expect([typeof field, typeof message]).toEqual(['string', 'string']);
    // Accepted values are accepted again unchanged.
    expect(parsePageConfig(config, place).problems.filter(({ field }) => field !== '')).toEqual([]);
  },
);
