import fc from 'fast-check';
import { expect } from 'vitest';
import { readLocationToken } from '../../server/api/location-token.ts';
import { acceptedLanguages } from '../../server/http/accepted-languages.ts';
import { clientNetwork } from '../../server/http/client-network.ts';
import { isLoopbackHost } from '../../server/http/is-loopback-host.ts';
import { readReloadDirectives } from '../../server/library/live/reload-directives.ts';
import { parseFeedQuery } from '../../server/operator/telemetry/parse-feed-query.ts';
import { parseOptions } from '../../server/options/parse-options.js';
import { parseFrame } from '../../shared/telemetry/stack-frames.ts';
import { saysHiDpi } from '../../shared/wire/hi-dpi-cookie.ts';
import { parseTile } from '../../src/ui/late/storyboard.ts';
import { cueText } from '../../src/ui/panels/transcript/cue-text.ts';
import { parseRetryAfter } from '../../worker/events/sending/retry-policy.ts';
import { fuzz } from './support/fuzz.ts';
import { mutatedText } from './support/mutations.ts';

const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string());

const argument = fc.oneof(
  fc.constantFrom(
    '--port',
    '--port=1',
    '--host',
    '--token',
    '--rate-limit',
    '--rate-limit=5',
    '--brand',
    '--media',
    '--',
    '-h',
    '--help=1',
    '--__proto__',
    '--cmcd=https://a',
  ),
  texts,
);

fuzz(
  'whatever the server is started with, it has its options, or a sentence that says what is wrong',
  fc.tuple(
    fc.array(argument, { maxLength: 5 }),
    fc.dictionary(
      fc.constantFrom('OFFSTAGE_PORT', 'OFFSTAGE_TOKEN', 'OFFSTAGE_RATE_LIMIT', 'OFFSTAGE_CMCD'),
      texts,
    ),
  ),
  ([argv, env]) => {
    const options = parseOptions(argv, env, '/');
    if (!options.ok) expect(options.error.message.length).toBeGreaterThan(10);
    else if (options.value !== 'help') {
      expect(options.value.port).toBeLessThanOrEqual(65_535);
      expect(Number.isSafeInteger(options.value.rateLimit)).toBe(true);
    }
  },
);

fuzz(
  'whatever headers and queries say, reading them throws nothing',
  fc.tuple(
    texts,
    texts,
    mutatedText(fc.constantFrom('2001:db8::1', 'en-GB,en;q=0.8', 'Mon, 01 Jan 2029 00:00:00 GMT')),
  ),
  ([a, b, header]) => {
    for (const text of [a, b, header]) {
      expect(typeof clientNetwork(text)).toBe('string');
      expect(typeof isLoopbackHost(text)).toBe('boolean');
      expect(acceptedLanguages(text).every((language) => typeof language === 'string')).toBe(true);
      expect(typeof saysHiDpi(text)).toBe('boolean');
      const place = readLocationToken(text);
      if (place !== null) expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
      const wait = parseRetryAfter(text, 0);
      expect(wait === null || (wait >= 0 && wait <= 3_600_000)).toBe(true);
      parseFrame(text);
      const tile = parseTile(text, 'https://a.example/');
      if (tile !== null) expect(tile.width).toBeGreaterThan(0);
      expect(cueText(text)).not.toContain('\n');
    }
    parseFeedQuery({ after: a, limit: b, last: header, store: b }, [1, 2]);
    const directives = readReloadDirectives({ _HLS_msn: a, _HLS_part: b });
    if (directives.ok && directives.value !== null)
      expect(directives.value.sequence).toBeGreaterThanOrEqual(0);
  },
);
