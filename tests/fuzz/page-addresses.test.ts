import fc from 'fast-check';
import { expect, vi } from 'vitest';
import * as z from 'zod';
import { parsePlayerArgs, rawArgsFromUrl } from '../../shared/player/player-args.ts';
import { clientContextSchema } from '../../shared/telemetry/log-batch.ts';
import { requestContextSchema } from '../../shared/wire/request-context.ts';
import { parsePageConfig } from '../../src/boot/page-config.ts';
import { apiHeaders } from '../../worker/api/api-headers.ts';
import { apiPath } from '../../worker/api/api-path.ts';
import { readApiSettings } from '../../worker/api/api-settings.ts';
import { buildRequestContext } from '../../worker/api/build-request-context.ts';
import { fuzz } from './support/fuzz.ts';
import { hostileText } from './support/hostile-text.ts';
import { hostileJson, mutatedText } from './support/mutations.ts';

fuzz(
  'whatever an address says, each player variable is what the player takes [threat-address]',
  fc.tuple(
    fc.oneof(hostileText, mutatedText(fc.constant('/embed/shorts/offstage001'))),
    fc.oneof(
      hostileText,
      mutatedText(
        fc.constant(
          'autoplay=1&start=3&end=1e999&list=PL&listType=playlist&playlist=a,b&origin=https://a&widgetid=1&theme=light&consent=pending&runtime=main&fflags=a%3Db',
        ),
      ),
    ),
  ),
  ([pathname, search]) => {
    const raw = rawArgsFromUrl(pathname, new URLSearchParams(search));
    const args = parsePlayerArgs(raw, pathname, search);
    expect(['light', 'dark']).toContain(args.theme);
    for (const seconds of [args.start, args.end])
      expect(seconds === null || (Number.isFinite(seconds) && seconds >= 0)).toBe(true);
    expect(args.widgetId === null || Number.isSafeInteger(args.widgetId)).toBe(true);
    expect(raw.jsapicallback).toBeUndefined();
    expect(typeof args.videoId).toBe('string');
  },
);

vi.stubGlobal('__OFFSTAGE_VERSION__', '0.0.0');
const { clientContext } = await import('../../src/boot/client-context.ts');
const anyLanguage = fc.oneof(
  hostileText,
  fc.stringMatching(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,9}$/),
);

fuzz(
  'whatever language and experiments an address or a page config names, every request has a context that the server takes',
  fc.record({
    hl: anyLanguage,
    experiments: fc.oneof(hostileText, fc.stringMatching(/^\[?[\d, ]{0,80}]?$/)),
  }),
  ({ hl, experiments }) => {
    const context = clientContext(parsePlayerArgs({ hl }, '/embed/x'), experiments);
    expect(z.safeParse(clientContextSchema, context).success).toBe(true);
  },
);

const embedPlace = { pathname: '/embed/offstage001', search: '' };
const anyVariable = fc.oneof(
  hostileText,
  fc.string({ minLength: 400, maxLength: 12_000 }),
  hostileJson,
);
const fewWords = fc.stringMatching(/^[a-z&=%]{0,3000}$/);

fuzz(
  'whatever an address and a page config say, calls go to the API with a context and headers that the server takes [threat-page-config, threat-address]',
  fc.record({
    args: fc.dictionary(
      fc.constantFrom('hl', 'fflags', 'video_id', 'loaderUrl', 'consent'),
      anyVariable,
    ),
    api: fc.dictionary(
      fc.constantFrom(
        'adSignals',
        'authorization',
        'embedPass',
        'key',
        'version',
        'visitorId',
        'isLoggedIn',
      ),
      fc.oneof(anyVariable, fewWords),
    ),
    probes: fc.dictionary(fc.constantFrom('adStatus', 'botDetection'), anyVariable),
    webPlayerContextConfig: fc.dictionary(
      fc.constantFrom('serializedExperimentFlags', 'serializedForcedExperimentIds'),
      fc.oneof(anyVariable, fewWords),
    ),
    // A value that only resembles an origin acts like a server that does not answer.
    apiOrigin: fc.oneof(
      anyVariable,
      fc.constantFrom('https://', 'https://a/b', 'ftp://a', '//a', '/a', 'a'),
    ),
  }),
  (value) => {
    const { config } = parsePageConfig(value, embedPlace);
    const provided = config.webPlayerContextConfig;
    const args = parsePlayerArgs(
      config.args,
      embedPlace.pathname,
      provided?.serializedExperimentFlags,
    );
    const { settings } = readApiSettings(config.api);
    const context = buildRequestContext({
      context: clientContext(args, provided?.serializedForcedExperimentIds),
      settings,
      sentBack: {},
      findings: null,
      flags: args.flags,
      clickTrackingParams: undefined,
    });
    const taken = z.safeParse(requestContextSchema, JSON.parse(JSON.stringify(context)));
    expect(taken.error).toBeUndefined();
    const identity = { ...settings, credentials: 'omit' } as const;
    new Headers(apiHeaders({ context, identity, isOpaque: false, body: 'plain' }));
    const origin = config.apiOrigin ?? 'https://embed.example';
    expect(new URL(String(apiPath({ path: 'player' }, settings)), origin).protocol).toMatch(
      /^https?:$/,
    );
  },
);
