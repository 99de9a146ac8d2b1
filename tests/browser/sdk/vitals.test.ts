import { afterEach, expect, test } from 'vitest';
import { mergeVitals } from '../../../sdk/vitals.ts';
import { messagesArrived, openFakeEmbed } from './fake-embed.ts';
import { makePlayer, put, removePlayers } from './make-player.ts';
import { hide, interaction, measure, openPlayer } from './measure-vitals.ts';

afterEach(removePlayers);

const subscription = 'addEventListener("onPerformanceReport")';

test('every player is asked for its reports: those that are there, later ones, and a document that a frame loads anew', async () => {
  const early = await openPlayer();
  measure();
  await expect.poll(() => early.embed.commands()).toEqual([subscription]);
  const late = makePlayer({}, document.body.appendChild(document.createElement('div')));
  const embed = await openFakeEmbed(late.getIframe());
  expect(embed.commands()).toEqual([]);
  embed.answer();
  await expect.poll(() => embed.commands()).toEqual([subscription]);
  embed.answer();
  await expect.poll(() => embed.commands()).toEqual([subscription, subscription]);
});

test('a player in a shadow root is asked too', async () => {
  const root = put('<section></section>').attachShadow({ mode: 'open' });
  const player = makePlayer({}, root.appendChild(document.createElement('div')));
  const embed = await openFakeEmbed(player.getIframe());
  measure();
  await expect.poll(() => embed.commands()).toEqual([subscription]);
});

test('the page’s own metrics are passed on as they are', () => {
  const { reported, ownMetric, wanted } = measure({ reportAllChanges: true });
  expect(wanted).toEqual([{ reportAllChanges: true }, { reportAllChanges: true }]);
  const attribution = { largestShiftTarget: 'h1' };
  ownMetric('CLS', { value: 0.125, delta: 0.125, rating: 'needs-improvement', attribution });
  expect(reported).toEqual([
    {
      name: 'CLS',
      value: 0.125,
      delta: 0.125,
      rating: 'needs-improvement',
      id: 'v6-1',
      entries: [],
      navigationType: 'navigate',
      attribution,
    },
  ]);
});

test('a player’s part is reported when the page is hidden, once', async () => {
  const { values, reported } = measure();
  const { report } = await openPlayer();
  await report({ interaction });
  expect(values()).toEqual([]);
  hide();
  hide();
  expect(values()).toEqual([['INP', 300]]);
  expect(reported[0]).toMatchObject({
    delta: 300,
    rating: 'needs-improvement',
    navigationType: 'navigate',
    id: expect.stringMatching(/^offstage-\d+-\d+$/),
  });
});

test('with reportAllChanges each change is reported, under one id, with its difference [feature-page-vitals]', async () => {
  const { reported, ownMetric } = measure({ reportAllChanges: true });
  const { report } = await openPlayer();
  ownMetric('INP', { value: 100 });
  await report({ interaction });
  await report({ interaction: { ...interaction, inpMs: 450 } });
  // Slower on the page than before, but not the slowest.
  ownMetric('INP', { value: 200 });
  ownMetric('INP', { value: 500 });
  expect(reported.map(({ value, delta, id }) => [value, delta, id])).toEqual([
    [100, 100, 'v6-1'],
    [300, 200, 'v6-1'],
    [450, 150, 'v6-1'],
    [500, 50, 'v6-1'],
  ]);
});

test('a script that a player reports after its interaction is reported once, with no difference', async () => {
  const { reported } = measure({ reportAllChanges: true });
  const { report } = await openPlayer();
  const script = { script: 'seek.js', function: 'seek', invoker: '', ms: 280, forcedLayoutMs: 0 };
  await report({ interaction });
  await report({ interaction: { ...interaction, script } });
  await report({ interaction: { ...interaction, script } });
  expect(reported.map(({ delta, attribution }) => [delta, attribution?.player?.script])).toEqual([
    [300, null],
    [0, { script: 'seek.js', function: 'seek' }],
  ]);
});

test('metrics for which the page has no function are not reported', async () => {
  const { values } = measure({ reportAllChanges: true });
  const { report } = await openPlayer();
  await report({ largestPaint: { atMs: 50, areaPx: 9_999 } });
  hide();
  expect(values()).toEqual([]);
});

test('a document that a frame loads anew adds its shifts to those before', async () => {
  const { values } = measure({ reportAllChanges: true });
  const { player, report } = await openPlayer();
  player.getIframe().style.cssText =
    'position: fixed; border: 0; inset: 0; width: 100%; height: 100%';
  await report({ layoutShift: 0.25 });
  await report({ layoutShift: 0.25, timeOriginMs: 2 });
  expect(values()).toEqual([
    ['CLS', 0.25],
    ['CLS', 0.5],
  ]);
});

test('a player’s shifts count by the part of its frame that is in view', async () => {
  const { values } = measure({ reportAllChanges: true });
  const { player, report } = await openPlayer();
  player.getIframe().style.cssText =
    'position: fixed; border: 0; left: -50%; top: 50%; width: 100%; height: 100%';
  await report({ layoutShift: 0.5 });
  expect(values()).toEqual([['CLS', 0.125]]);
  // A report without it in between does not begin again.
  await report({});
  await report({ layoutShift: 0.5 });
  player.getIframe().style.top = '100%';
  await report({ layoutShift: 0.75 });
  expect(values()).toEqual([['CLS', 0.125]]);
});

test('another page view within the document begins anew', async () => {
  const { reported, ownMetric } = measure();
  ownMetric('CLS', { value: 0.25 });
  ownMetric('CLS', { value: 0.125, id: 'v6-2', navigationType: 'soft-navigation' });
  expect(reported.at(-1)).toMatchObject({ value: 0.125, delta: 0.125, id: 'v6-2' });
});

test('a page that returns from the back/forward cache begins anew', async () => {
  const { reported, ownMetric } = measure({ reportAllChanges: true });
  const { report } = await openPlayer();
  ownMetric('INP', { value: 100 });
  await report({ interaction });
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  ownMetric('INP', { value: 40, id: 'v6-2', navigationType: 'back-forward-cache' });
  expect(reported.at(-1)).toMatchObject({ value: 40, delta: 40, id: 'v6-2' });
});

test('a frame of another host is neither asked nor believed', async () => {
  const { values } = measure({ reportAllChanges: true, host: 'https://other.example' });
  const { embed, report } = await openPlayer();
  await report({ interaction });
  expect(embed.commands()).toEqual([]);
  expect(values()).toEqual([]);
});

test('reports that are no reports change nothing', async () => {
  const { values } = measure({ reportAllChanges: true });
  const { embed, report } = await openPlayer();
  await report({ interaction: { ...interaction, inpMs: 'slow' }, layoutShift: Number.NaN });
  embed.sendRaw('{"event":"onPerformanceReport"}');
  embed.sendRaw('{"event":');
  await messagesArrived();
  expect(values()).toEqual([]);
});

test('a host that is no web address is named, with the fix', () => {
  expect(() => mergeVitals({}, () => {}, { host: 'localhost:4400' })).toThrow(
    "mergeVitals: \"localhost:4400\" is not the address of a player's host. Pass { host: 'https://your.host' }.",
  );
});
