import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, vi } from 'vitest';
import * as z from 'zod';
import { inlineJson } from '../../server/http/html/escape-html.ts';
import { loadHtmlTemplate } from '../../server/http/html/html-template.ts';
import { embedSlots, renderEmbedPage } from '../../server/pages/embed/render-embed-page.ts';
import { defaultAttrs, type PageConfig, pageTitle } from '../../shared/page/page-config.ts';
import { parsePlayerArgs, rawArgsFromUrl } from '../../shared/player/player-args.ts';
import { clientContextSchema } from '../../shared/telemetry/log-batch.ts';
import { requestContextSchema } from '../../shared/wire/request-context.ts';
import { parsePageConfig } from '../../src/boot/page-config.ts';
import { apiHeaders } from '../../worker/api/api-headers.ts';
import { apiPath } from '../../worker/api/api-path.ts';
import { readApiSettings } from '../../worker/api/api-settings.ts';
import { buildRequestContext } from '../../worker/api/build-request-context.ts';
import { makeVideo } from '../unit/player/make-video.ts';
import { fuzz } from './support/fuzz.ts';
import { hostileText, shapeOf } from './support/hostile-text.ts';
import { damaged, hostileJson, isReadRight, mutatedText } from './support/mutations.ts';

type Node = DefaultTreeAdapterTypes.Node;

const loaded = await loadHtmlTemplate(
  fileURLToPath(new URL('../../index.html', import.meta.url)),
  embedSlots,
);
if (!loaded.ok) throw new Error(loaded.error.message);
const template = loaded.value;

function* elementsOf(node: Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* elementsOf(child);
}

const textOf = (element: DefaultTreeAdapterTypes.Element | undefined) =>
  element?.childNodes.map((child) => ('value' in child ? child.value : '')).join('');

const attributeOf = (element: DefaultTreeAdapterTypes.Element | undefined, name: string) =>
  element?.attrs.find((attribute) => attribute.name === name)?.value;

/** How text in HTML arrives: over UTF-8, with line ends and NUL as the parser changes them. */
const asHtmlText = (text: string) => text.toWellFormed().replace(/\r\n?/g, '\n');

function render(config: PageConfig, pathname: string, languages: string[]) {
  const html = renderEmbedPage({
    template,
    scripts: { host: [], engines: {}, mediaWorker: null },
    config,
    pathname,
    languages,
    userAgent: '',
  });
  const elements = (root: Node) => [...elementsOf(root)];
  const document = parse(Buffer.from(html).toString());
  const all = elements(document);
  return {
    shape: shapeOf(document),
    title: textOf(all.find(({ tagName }) => tagName === 'title')),
    json: textOf(all.find((element) => attributeOf(element, 'id') === 'page-config')) ?? '',
    poster: attributeOf(
      all.find(({ tagName }) => tagName === 'video'),
      'poster',
    ),
  };
}

function makeConfig(
  texts: { title: string; brand: string; poster: string; extra: unknown },
  args = {},
): PageConfig {
  const { title, brand, poster, extra } = texts;
  const details = { title, shortDescription: title, author: brand, ...Object(extra) };
  return {
    args,
    attrs: defaultAttrs,
    brand,
    playerResponse: makeVideo({ ...details, title }, { posterUrl: `/${poster}` }),
    playlist: { playlistId: title, title: brand, videoIds: [poster] },
  } as PageConfig;
}

const tame = render(
  makeConfig({ title: 'Title', brand: 'Brand', poster: 'p', extra: {} }),
  '/embed/x',
  [],
);

fuzz(
  'whatever titles, brands, arguments and addresses are, the served page is the same elements, and its config says exactly what was put in [threat-provider-text]',
  fc.record({
    title: hostileText,
    brand: hostileText,
    poster: hostileText.map((text) => text.replaceAll('\0', '')),
    extra: hostileJson,
    args: fc.dictionary(
      fc.oneof(
        fc.constantFrom('hl', 'theme', 'origin', 'list', 'ps'),
        hostileText.filter(isReadRight),
      ),
      hostileText,
      {
        noNullPrototype: true,
      },
    ),
    pathname: hostileText,
    languages: fc.array(hostileText, { maxLength: 2 }),
  }),
  ({ args: { ps: _, ...args }, pathname, languages, ...texts }) => {
    const config = makeConfig(texts, args);
    const page = render(config, pathname, languages);
    expect(page.shape).toEqual(tame.shape);
    expect(JSON.parse(page.json)).toEqual(JSON.parse(JSON.stringify(config)));
    const title = asHtmlText(pageTitle(texts.title, texts.brand)).replaceAll('\0', '\ufffd');
    expect(page.title).toBe(title);
    expect(page.poster).toBe(asHtmlText(`/${texts.poster}`));
  },
);

fuzz(
  'JSON inside a script has no character that HTML or JavaScript reads as anything but text [threat-provider-text]',
  hostileJson,
  (value) => {
    const text = inlineJson({ value });
    expect(text).not.toMatch(/[<>&\u2028\u2029\0\r\n]/);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ value })));
  },
);

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
const languages = fc.oneof(
  hostileText,
  fc.stringMatching(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,9}$/),
);

fuzz(
  'whatever language and experiments an address or a page config names, every request has a context that the server takes',
  fc.record({
    hl: languages,
    experiments: fc.oneof(hostileText, fc.stringMatching(/^\[?[\d, ]{0,80}]?$/)),
  }),
  ({ hl, experiments }) => {
    const context = clientContext(parsePlayerArgs({ hl }, '/embed/x'), experiments);
    expect(z.safeParse(clientContextSchema, context).success).toBe(true);
  },
);

const place = { pathname: '/embed/offstage001', search: '' };
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
    const { config } = parsePageConfig(value, place);
    const provided = config.webPlayerContextConfig;
    const args = parsePlayerArgs(config.args, place.pathname, provided?.serializedExperimentFlags);
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
