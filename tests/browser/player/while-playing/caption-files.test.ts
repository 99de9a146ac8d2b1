import { expect, onTestFinished, test } from 'vitest';
import { startCaptionLayer } from '../../../../src/player/captions/start-caption-layer.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { makeVideo } from '../../../unit/player/make-video.ts';

const file = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));

/** A film that has been played and is paused, with one of its captions chosen. */
async function show(url: string) {
  const life = new AbortController();
  const store = createPlayerStore();
  const video = document.createElement('video');
  const layer = document.createElement('div');
  video.muted = true;
  video.src = '/media/offstage001.mp4';
  document.body.append(video, layer);
  await video.play();
  video.pause();
  video.currentTime = 1.0005;
  onTestFinished(() => {
    life.abort();
    video.remove();
    layer.remove();
  });
  startCaptionLayer({ video, layer, store, languages: () => [] }, life.signal);
  const english = { languageCode: 'en', label: 'English', url };
  const film = makeVideo({}, { captionTracks: [english] });
  store.dispatch({ type: 'video_changed', video: film, isCued: true, startSeconds: 0 });
  store.dispatch({ type: 'captions', language: 'en' });
  return {
    video,
    layer,
    store,
    cues: () => Array.from(layer.querySelectorAll('.caption'), ({ textContent }) => textContent),
  };
}

test.each([
  ['is missing', () => '/not-there.vtt'],
  ['is not WebVTT', () => file('\u0000\u0001GIF89a')],
  ['is empty', () => file('')],
  ['has no readable cue', () => file('WEBVTT\n\nxx --> yy\nno times\n')],
  ['has only negative times', () => file('WEBVTT\n\n-00:05.000 --> -00:01.000\nearlier\n')],
])('a file that %s is reported, and the choice stays', async (_, url) => {
  const { store, cues } = await show(url());
  await expect.poll(() => store.getState().captionsFailed).toBe('en');
  expect(store.getState().captionsLanguage).toBe('en');
  expect(cues()).toEqual([]);
});

test('markup in a cue is text, or what WebVTT allows: nothing runs or is fetched', async () => {
  const { layer, cues, store } = await show(
    file(
      'WEBVTT\n\n00:00.000 --> 01:00.000\n<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">' +
        '<i>soft</i> <v Ann>voice</v> <ruby>漢<rt>kan</rt></ruby> <c.yellow onclick=x>bright</c> &lt;b&gt;\n',
    ),
  );
  await expect.poll(cues).toHaveLength(1);
  expect(layer.querySelectorAll('script, img, a, [onclick], [onerror], [src]')).toHaveLength(0);
  expect(layer.querySelector('i')?.textContent).toBe('soft');
  expect(layer.querySelector('rt')?.textContent).toBe('kan');
  expect(layer.querySelector('.yellow')?.textContent).toBe('bright');
  expect(cues()[0]).toContain('<b>');
  expect('hacked' in window).toBe(false);
  expect(store.getState().captionsFailed).toBeNull();
});

test('overlapping cues are stacked, each in its own direction', async () => {
  const { layer, cues } = await show(
    file('WEBVTT\n\n00:00.000 --> 00:50.000\nfirst\n\n00:00.000 --> 00:40.000\nمرحبا Ann\n'),
  );
  await expect.poll(cues).toEqual(['مرحبا Ann', 'first']);
  expect(layer.querySelectorAll('.caption-stack')).toHaveLength(1);
  const directions = Array.from(
    layer.querySelectorAll('p'),
    (line) => getComputedStyle(line).direction,
  );
  expect(directions).toEqual(['rtl', 'ltr']);
});

test('of 2,000 simultaneous cues only a few are drawn', async () => {
  const cue = '00:00.000 --> 01:00.000\nall at once\n\n';
  const { cues } = await show(file(`WEBVTT\n\n${cue.repeat(2_000)}`));
  await expect.poll(() => cues().length).toBe(12);
});

test('50,000 cues in sequence each show at their time [feature-odd-media]', async () => {
  const at = (index: number) => `00:${(index / 1_000).toFixed(3).padStart(6, '0')}`;
  const lines = Array.from(
    { length: 50_000 },
    (_, index) => `${at(index)} --> ${at(index + 1)}\nn${index}\n`,
  );
  const { video, cues } = await show(file(`WEBVTT\n\n${lines.join('\n')}`));
  await expect.poll(cues).toEqual(['n1000']);
  video.currentTime = 49.0005;
  await expect.poll(cues).toEqual(['n49000']);
});

test('the viewer’s style applies to the layer at once, and can be removed [feature-caption-style]', async () => {
  const { layer, store, cues } = await show(file('WEBVTT\n\n00:00.000 --> 01:00.000\nstyled\n'));
  await expect.poll(cues).toEqual(['styled']);
  const style = {
    color: 'yellow',
    backgroundOpacity: 0,
    font: 'cursive',
    edge: 'outline',
  } as const;
  store.dispatch({ type: 'changed', changes: { captionStyle: style } });
  store.dispatch({ type: 'changed', changes: { captionsFontSize: 3 } });
  expect(layer.style.getPropertyValue('--caption-color')).toBe('rgb(255 255 0 / 100%)');
  expect(layer.style.getPropertyValue('--caption-scale')).toBe('1.75');
  expect(layer.hasAttribute('data-own-color')).toBe(true);
  store.dispatch({ type: 'changed', changes: { captionStyle: {} } });
  store.dispatch({ type: 'changed', changes: { captionsFontSize: 0 } });
  expect(layer.getAttribute('style')?.replaceAll(' ', '')).toBe('--caption-scale:1;');
});
