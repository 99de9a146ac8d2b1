import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { shareInFile } from '../../support/when-done.ts';
import { type Element, hostileText, openWatchPage, startWithVideos } from './open-watch-page.ts';

const site = shareInFile(() => startWithVideos());

test('a video’s page has the player in a frame of its own server, and describes the video', async () => {
  const { embed } = site();
  const { status, headers, named, frame, elements } = await openWatchPage(
    embed,
    '/watch/video000001',
  );
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'no-cache',
    vary: expect.stringContaining('Accept-Language'),
  });
  expect(headers).not.toHaveProperty('x-robots-tag');
  expect(frame).toEqual({
    src: '/embed/video000001',
    title: 'Tall & thin',
    referrerpolicy: 'strict-origin',
    allowfullscreen: '',
  });
  expect(named('title')[0]?.text).toBe('Tall & thin - Testube');
  expect(named('h1')[0]?.text).toBe('Tall & thin');
  expect(elements.find(({ attributes }) => attributes.class === 'description')?.text).toBe(
    'One.\n\nTwo.',
  );
  const chapters = named('a').map(({ attributes, text }) => [attributes.href, text]);
  expect(chapters).toEqual([
    ['?t=0', '0:00First'],
    ['?t=20', '0:20Second'],
  ]);
  const fields = named('input').filter(({ attributes }) => 'readonly' in attributes);
  expect(fields.map(({ attributes: { value = '' } }) => value)).toEqual([
    `${embed}/watch/video000001`,
    expect.stringMatching(
      /^<iframe width="360" height="640" src="[^"]+\/embed\/video000001" .*><\/iframe>$/,
    ),
  ]);
});

test('a title, author, description or brand with markup stays text in all elements [threat-provider-text]', async () => {
  const { embed, errors } = await startWithVideos({ brand: hostileText.slice(0, 100) });
  const { elements, metas, object, named, body } = await openWatchPage(embed, '/watch/video000002');
  const calm = await openWatchPage(embed, '/watch/video000001');
  const counts = (found: Element[]) =>
    found.map(({ name }) => name).filter((name) => !/^(meta|link|li)$/.test(name));
  expect(new Set(counts(elements))).toEqual(new Set(counts(calm.elements)));
  expect(
    elements.filter(({ attributes }) => Object.keys(attributes).some((name) => /^on/.test(name))),
  ).toEqual([]);
  expect(named('script')).toHaveLength(2);
  expect(body).not.toMatch(/<script>alert|<img/);
  expect(metas['og:title']).toBe(hostileText);
  expect(object).toMatchObject({
    name: hostileText,
    description: hostileText,
    hasPart: [{ name: hostileText }],
  });
  expect(named('h1')[0]?.text).toBe(hostileText);
  expect(errors).toEqual([]);
});

test('the policy allows only the page’s own style, script and frame', async () => {
  const { embed } = site();
  const { headers, named } = await openWatchPage(embed, '/watch/video000001');
  const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const script = named('script').find(({ attributes }) => !('type' in attributes));
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src ${hash(script?.text)}; style-src ${hash(named('style')[0]?.text)}; img-src data:; connect-src 'self'; ` +
      "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

describe('the URL’s query', () => {
  test.each([
    ['?t=1m5s', '?start=65'],
    ['?start=7&list=PLx', '?list=PLx&start=7'],
    ['?theme=light&hl=de&autoplay=1&mute=1', '?autoplay=1&hl=de&mute=1&theme=light'],
    [
      '?t=x&v=other&enablejsapi=1&origin=https://evil.example&widget_referrer=x&loaderUrl=x&utm=1',
      '',
    ],
    ['?list="><script>', '?list=%22%3E%3Cscript%3E'],
  ])('in %s goes to the player as "%s"', async (query, passed) => {
    const { embed } = site();
    expect((await openWatchPage(embed, `/watch/video000001${query}`)).frame?.src).toBe(
      `/embed/video000001${passed}`,
    );
  });

  test('stays in the links of the chapters, except for the time', async () => {
    const { embed } = site();
    const { named } = await openWatchPage(embed, '/watch/video000001?theme=light&t=9&list=PLx');
    expect(named('a').map(({ attributes: { href } }) => href)).toEqual([
      '?list=PLx&theme=light&t=0',
      '?list=PLx&theme=light&t=20',
    ]);
    const [link] = named('input').filter(({ attributes }) => 'readonly' in attributes);
    expect(link?.attributes.value).toBe(`${embed}/watch/video000001?list=PLx`);
  });

  test.each([
    ['?theme=light', 'light'],
    ['?theme=dark', 'dark'],
    ['?theme=pink', undefined],
    ['', undefined],
  ])('"%s" makes the page’s theme %s', async (query, theme) => {
    const { embed } = site();
    expect(
      (await openWatchPage(embed, `/watch/video000001${query}`)).named('html')[0]?.attributes[
        'data-theme'
      ],
    ).toBe(theme);
  });
});

test('files that need signatures are not named, and the picture has a permanent URL', async () => {
  const { embed } = await startWithVideos({ signsAll: true });
  const { metas, object, body } = await openWatchPage(embed, '/watch/video000001');
  expect(metas['og:image']).toBe(`${embed}/poster/video000001`);
  expect(object).not.toHaveProperty('contentUrl');
  expect(body).not.toMatch(/\/media\/|~\d/);
});
