import { parse } from 'parse5';
import { sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';

export const hostileText = `</title></script></style><script>alert(1)</script><img src=x onerror=alert(1)>" onload="alert(1)' &lt;`;
const files = {
  'tall.mp4': sampleMp4,
  'tall.jpg': 'x',
  'tall.json': JSON.stringify({
    id: 'video000001',
    title: 'Tall & thin',
    author: 'Ann',
    description: 'One.\n\nTwo.',
    uploadDate: '2026-05-01',
    chapters: [
      { startSeconds: 20.5, title: 'Second' },
      { startSeconds: 0, title: 'First' },
    ],
  }),
  'evil.mp4': sampleMp4,
  'evil.json': JSON.stringify({
    id: 'video000002',
    title: hostileText,
    author: hostileText,
    description: hostileText,
    channel: { id: 'c', name: hostileText, url: `https://c.example/"><script>alert(1)</script>` },
    chapters: [{ startSeconds: 1, title: hostileText }],
  }),
  'secret.mp4': sampleMp4,
  'secret.jpg': 'x',
  'secret.json': JSON.stringify({
    id: 'private0001',
    title: 'Merger',
    description: 'Merger',
    private: true,
  }),
  'some.mp4': sampleMp4,
  'some.json': JSON.stringify({ id: 'restricted1', title: 'Some', embedDomains: ['example.com'] }),
  'plain.mp4': sampleMp4,
  'plain.json': JSON.stringify({ id: 'video000003' }),
  'playlists.json': '{"PLx":{"title":"X","videos":["video000001"]}}',
};
export const startWithVideos = (changes: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ mediaDir: tempDirectory(files), signingKey, ...changes });

export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** The page's elements as a browser sees them, in order. */
function elementsOf(html: string): Element[] {
  type Node = {
    nodeName: string;
    value?: string;
    attrs?: { name: string; value: string }[];
    childNodes?: Node[];
  };
  const textOf = ({ value = '', childNodes = [] }: Node): string =>
    value + childNodes.map(textOf).join('');
  const found: Element[] = [];
  const walk = (node: Node): void => {
    if (node.attrs)
      found.push({
        name: node.nodeName,
        attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
        text: textOf(node),
      });
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as unknown as Node);
  return found;
}

/** Requests a page and reads what people and programs find in it. */
export async function openWatchPage(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(origin, path, { headers });
  const elements = elementsOf(reply.body);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const metas = Object.fromEntries(
    named('meta').flatMap(({ attributes: { name, property, content = '' } }) => {
      const key = property ?? name;
      return key === undefined ? [] : [[key, content]];
    }),
  );
  const json = named('script').find(
    ({ attributes }) => attributes.type === 'application/ld+json',
  )?.text;
  return {
    ...reply,
    elements,
    named,
    metas,
    links: Object.fromEntries(
      named('link').map(({ attributes: { rel, type, href } }) => [type ?? rel, href]),
    ),
    object: json === undefined ? null : JSON.parse(json),
    frame: named('iframe')[0]?.attributes,
  };
}
