import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sdkConfig } from '../../../sdk/offstage.ts';
import { OffstagePlayerElement } from '../../../sdk/offstage-player.ts';
import { fakeHost } from './fake-embed.ts';
import { frameOf, inside, openEmbed, put, removeElements, vars } from './put-element.ts';

afterEach(removeElements);

test('shows a poster and a button with the video’s name, and loads nothing else', async () => {
  const element = put('videoid="offstage001" video-title="Four Lights"');
  await expect.element(page.getByRole('button', { name: 'Play: Four Lights' })).toBeVisible();
  expect(inside(element, 'img')?.getAttribute('src')).toBe(`${fakeHost}/poster/offstage001`);
  expect(frameOf(element)).toBeNull();
  expect(element.player).toBeNull();
  expect(document.querySelector('link[rel=preconnect]')).toBeNull();
});

test('has the shape of a picture before anything is loaded, unless the page sets another', () => {
  const element = put('videoid="offstage001" style="width: 320px"');
  expect(element.getBoundingClientRect().height).toBe(180);
  element.style.aspectRatio = '1';
  expect(element.getBoundingClientRect().height).toBe(320);
});

test('the page can set the button’s label', async () => {
  put('videoid="offstage001" title="Vier Lichter" play-label="Abspielen"');
  await expect.element(page.getByRole('button', { name: 'Abspielen: Vier Lichter' })).toBeVisible();
  put('videoid="offstage001"');
  await expect.element(page.getByRole('button', { name: 'Play video' })).toBeVisible();
});

test('a pointer over the button opens the connection, once', async () => {
  put('videoid="offstage001"');
  await page.getByRole('button').hover();
  await page.getByRole('button').unhover();
  await page.getByRole('button').hover();
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]')].map(
    ({ href }) => href,
  );
  expect(links).toEqual([fakeHost]);
});

test.each(['click', '{Enter}', ' '])(
  '%s loads the player to play, and moves the keyboard focus to it',
  async (how) => {
    const element = put('videoid="offstage001" video-title="Four Lights" params="start=3&hl=de"');
    if (how === 'click') await page.getByRole('button').click();
    else {
      (inside(element, 'button') as HTMLButtonElement).focus();
      await userEvent.keyboard(how);
    }
    await expect.poll(() => frameOf(element)).not.toBeNull();
    expect(vars(element)).toMatchObject({ autoplay: '1', start: '3', hl: 'de', enablejsapi: '1' });
    const frame = frameOf(element);
    expect(frame).toMatchObject({
      title: 'Four Lights',
      referrerPolicy: 'strict-origin-when-cross-origin',
      loading: 'eager',
    });
    expect(frame?.allow).toContain('autoplay');
    expect(element.shadowRoot?.activeElement).toBe(frame);
    expect(inside(element, 'button')).toHaveProperty('hidden', true);
    expect(frame?.getBoundingClientRect()).toEqual(element.getBoundingClientRect());
  },
);

test('load() loads without playing, and resolves with the player once it is ready', async () => {
  const element = put('videoid="offstage001"');
  const loading = element.load();
  expect(element.load()).toBe(loading);
  expect(vars(element)).not.toHaveProperty('autoplay');
  (await openEmbed(element)).answer({ duration: 32 });
  expect(await loading).toBe(element.player);
  expect(element.duration).toBe(32);
});

test.each([
  ['now', 'loads at once'],
  ['visible', 'loads once it is in view'],
])('autoload="%s" %s, and does not play', async (autoload) => {
  const element = put(`videoid="offstage001" autoload="${autoload}"`);
  await expect.poll(() => frameOf(element)).not.toBeNull();
  expect(vars(element)).not.toHaveProperty('autoplay');
});

test('autoload="visible" does not load an element that is out of sight', async () => {
  document.body.innerHTML = '<div style="height: 300vh"></div>';
  const element = new OffstagePlayerElement();
  for (const [name, value] of Object.entries({
    host: fakeHost,
    videoid: 'offstage001',
    autoload: 'visible',
  }))
    element.setAttribute(name, value);
  document.body.append(element);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(frameOf(element)).toBeNull();
  element.scrollIntoView();
  await expect.poll(() => frameOf(element)).not.toBeNull();
});

test.each([
  ['host', 'videoid="offstage001"', ''],
  ['videoid', '', `host="${fakeHost}"`],
])('a missing %s shows in the element and rejects load()', async (name, attributes, host) => {
  const element = put(attributes, host);
  await expect
    .poll(() => inside(element, '[role=alert]')?.textContent)
    .toContain(`needs the attribute "${name}"`);
  expect(page.getByRole('button').elements()).toEqual([]);
  await expect(element.load()).rejects.toThrow(`needs the attribute "${name}"`);
  element.setAttribute('host', fakeHost);
  element.setAttribute('videoid', 'offstage001');
  await expect.element(page.getByRole('button')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('the script’s own host is the default', () => {
  sdkConfig.host = fakeHost;
  const element = put('videoid="offstage001"', '');
  element.play();
  expect(frameOf(element)?.src).toMatch(`${fakeHost}/embed/offstage001?`);
});

test('a host may end with a slash', () => {
  const element = put('videoid="offstage001"', `host="${fakeHost}/"`);
  expect(inside(element, 'img')?.getAttribute('src')).toBe(`${fakeHost}/poster/offstage001`);
});

test.each(['token=1.x', 'start=3&token=1.x'])(
  'a private video (%s) requests no poster of the server, which would refuse it, but shows its own',
  (params) => {
    const element = put(`videoid="offstage001" params="${params}"`);
    expect(inside(element, 'img')?.hasAttribute('src')).toBe(false);
    expect(inside(element, 'img')).toHaveProperty('hidden', true);
    element.setAttribute('poster', 'data:image/png,own');
    expect(inside(element, 'img')?.getAttribute('src')).toBe('data:image/png,own');
  },
);

test('a poster that fails to load is hidden', async () => {
  const element = put('videoid="offstage001" poster="data:image/png,broken"');
  await expect.poll(() => (inside(element, 'img') as HTMLImageElement).hidden).toBe(true);
});

test('the element’s content shows until the poster replaces it', async () => {
  put('videoid="offstage001"');
  expect(
    page
      .getByRole('link', { name: 'Watch' })
      .elements()
      .filter((link) => link.checkVisibility()),
  ).toEqual([]);
});

test('works under a policy against inline styles', () => {
  const element = put('videoid="offstage001"');
  element.play();
  const elements = [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
  expect(
    elements.filter((each) => each.hasAttribute('style') || each.localName === 'style'),
  ).toEqual([]);
});
