import { onlyChromium } from '../support/only-chromium.ts';
import { expect, type RawHost, test } from '../support/raw-host.ts';
import { reachFor } from '../support/reach-for.ts';
import { loggedEvents, ofName } from '../support/sequences.ts';
import type { Server } from '../support/server-process.ts';
import { thorough } from '../support/thorough.ts';

/** One row for each URL parameter of the host protocol: its effect. */
interface Row {
  path: string;
  shows: string;
  check: (host: RawHost, server: Server) => Promise<void>;
  /** Origin of the host page. */
  referrerPolicy?: string;
  /** The browsers that can run its test; all by default. */
  browsers?: typeof onlyChromium;
  mark?: typeof thorough;
}

const rows: Record<string, Row> = {
  'autoplay and mute': {
    path: '/embed/offstage002?autoplay=1&mute=1',
    shows: 'plays automatically and is muted',
    async check(host) {
      await host.untilInfo('playerState', 1);
      await host.untilInfo('muted', true);
    },
  },
  cc_load_policy: {
    path: '/embed/offstage001?cc_load_policy=1',
    shows: 'shows captions in the viewer’s language',
    check: (host) => captionsIn(host, 'en'),
  },
  'color, theme, ps, playsinline and cc_lang_pref': {
    path: '/embed/offstage001?color=white&theme=light&ps=gvn&playsinline=0&cc_load_policy=1&cc_lang_pref=ar',
    shows:
      'colours the progress bar, has a light theme and a transparent page, uses the native player on iPhones, and shows captions in that language',
    async check(host) {
      await captionsIn(host, 'ar');
      await expect(host.player.locator('html')).toHaveAttribute('data-color', 'white');
      await expect(host.player.locator('html')).toHaveAttribute('data-theme', 'light');
      await expect(host.player.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await expect(host.player.locator('video')).not.toHaveAttribute('playsinline');
    },
  },
  'controls=0': {
    path: '/embed/offstage002?controls=0&mute=1',
    shows: 'has no controls',
    async check(host) {
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await expect(host.player.locator('.bar')).toHaveCount(0);
    },
  },
  'controls=2 and fs=0': {
    path: '/embed/offstage002?controls=2&fs=0',
    shows: 'has controls, and offers no full screen',
    async check(host) {
      await reachFor(host.player);
      await expect(host.player.getByRole('button', { name: 'Settings' })).toBeAttached();
      await expect(host.player.getByRole('button', { name: /full screen/i })).toHaveCount(0);
    },
    browsers: onlyChromium,
  },
  hl: {
    path: '/embed/offstage001?hl=de_AT',
    shows: 'is in that language',
    async check(host) {
      await expect(host.player.locator('html')).toHaveAttribute('lang', 'de');
      await reachFor(host.player);
      await expect(host.player.getByRole('button', { name: 'Einstellungen' })).toBeAttached();
    },
    browsers: onlyChromium,
  },
  'start and disablekb': {
    path: '/embed/offstage002?start=2&disablekb=1&mute=1',
    shows: 'starts there, and ignores keys',
    async check(host) {
      await host.untilInfo('currentTime', 2);
      await host.player.locator('body').press('m');
      await host.command('setVolume', 12);
      await host.untilInfo('volume', 12);
      expect((await host.info()).muted).toBe(true);
      await host.command('playVideo');
      await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(2);
    },
  },
  end: {
    path: '/embed/offstage002?end=1&mute=1',
    shows: 'ends there',
    async check(host) {
      await host.command('playVideo');
      await host.untilInfo('playerState', 0);
      // Far from the video's end at 32 seconds; a slow machine sees the clip's end late.
      expect(Number((await host.info()).currentTime)).toBeLessThan(10);
    },
  },
  'loop, of a single video': {
    path: '/embed/offstage002?loop=1&start=1&end=2&mute=1',
    shows: 'loops, also without a list',
    check: startsAgain,
    mark: thorough,
  },
  'loop, as YouTube wants it': {
    path: '/embed/offstage002?loop=1&playlist=offstage002&start=1&end=2&mute=1',
    shows: 'loops, and has no list',
    async check(host) {
      expect((await host.info()).playlist).toEqual(['offstage002']);
      await startsAgain(host);
    },
  },
  playlist: {
    path: '/embed/offstage003?playlist=offstage001,offstage002',
    shows: 'has the list after the video of the path',
    check: (host) => host.untilInfo('playlist', ['offstage003', 'offstage001', 'offstage002']),
  },
  list: {
    path: '/embed/offstage002?list=PLoffstageplaylist&listType=playlist',
    shows: 'starts the list at the video of the path',
    async check(host) {
      await host.untilInfo('playlistId', 'PLoffstageplaylist');
      expect(await host.info()).toMatchObject({
        playlistIndex: 1,
        videoData: { list: 'PLoffstageplaylist' },
      });
    },
  },
  'list, without a video': {
    path: '/embed?listType=playlist&list=PLoffstageplaylist',
    shows: 'begins with the first of the list',
    check: (host) =>
      host.untilInfo('videoData', expect.objectContaining({ video_id: 'offstage001' })),
  },
  'listType=user_uploads': {
    path: '/embed/?listType=user_uploads&list=Offstage',
    shows: 'lists everything by that author',
    check: async (host) =>
      void (await expect.poll(async () => (await host.info()).playlist).toHaveLength(7)),
  },
  widget_referrer: {
    path: '/embed/offstage002?widget_referrer=https%3A%2F%2Fhost.example%2Fpage',
    shows: 'knows its embedding page, even without a referrer',
    check: async (host, server) => {
      const loaded = ofName(await loggedEvents(host.page, server), 'embed_loaded');
      expect(loaded.map(({ payload }) => payload.loaderUrl)).toContain('https://host.example/page');
    },
    referrerPolicy: 'no-referrer',
  },
  'unknown and deprecated ones': {
    path: '/embed/offstage002?showinfo=0&autohide=1&preload=x&vq=hd1080&rel=0&iv_load_policy=3&start=later&end=-1&loop=&what=ever',
    shows: 'change nothing',
    async check(host) {
      await host.untilInfo('playerState', 5);
      expect(await host.info()).toMatchObject({ currentTime: 0, playlist: null });
    },
  },
};

for (const [
  name,
  { path, shows, check, referrerPolicy = 'strict-origin-when-cross-origin', browsers, mark },
] of Object.entries(rows)) {
  test(`${name}: the player ${shows}`, mark ?? browsers ?? {}, async ({ openRawHost, server }) => {
    const html = `<meta name="referrer" content="${referrerPolicy}">`;
    const host = await openRawHost(`${path}&enablejsapi=1`, { html });
    await check(host, server);
  });
}

async function captionsIn(host: RawHost, languageCode: string): Promise<void> {
  await expect
    .poll(async () => (await host.info()).option)
    .toMatchObject({ captions: { track: { languageCode } } });
}

async function startsAgain(host: RawHost): Promise<void> {
  await host.subscribe('onStateChange');
  await host.command('playVideo');
  await expect.poll(() => host.values('onStateChange')).toContain(0);
  await expect
    .poll(async () => {
      const states = await host.values('onStateChange');
      return states.slice(states.indexOf(0)).includes(1);
    })
    .toBe(true);
}
