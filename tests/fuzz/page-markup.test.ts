import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect } from 'vitest';
import { inlineJson } from '../../server/http/html/escape-html.ts';
import { loadHtmlTemplate } from '../../server/http/html/html-template.ts';
import { embedSlots, renderEmbedPage } from '../../server/pages/embed/render-embed-page.ts';
import { type PageConfig, pageTitle } from '../../shared/page/page-config.ts';
import { fuzz } from './support/fuzz.ts';
import { hostileText, shapeOf } from './support/hostile-text.ts';
import { makeConfig } from './support/make-config.ts';
import { hostileJson, isReadRight } from './support/mutations.ts';

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
