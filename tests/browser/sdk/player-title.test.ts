import { afterEach, describe, expect, test } from 'vitest';
import type { Player } from '../../../sdk/player.ts';
import { openFakeEmbed } from './fake-embed.ts';
import { makePlayer, put, removePlayers } from './make-player.ts';

afterEach(removePlayers);

/** The player's data about a video; `offstage001` by default. */
const videoData = (title: unknown, video_id: unknown = 'offstage001') => ({
  videoData: { video_id, title, author: '' },
});

/** Waits until every message posted so far has arrived. */
async function sendsAndIsReceived(
  player: Player,
  send: () => void,
  embed: { send: (...args: [string, object]) => void },
) {
  const volume = player.getVolume() === 50 ? 60 : 50;
  send();
  embed.send('infoDelivery', { volume });
  await expect.poll(() => player.getVolume()).toBe(volume);
}

describe('the frame’s title', () => {
  async function makeTitled(html = '<div></div>') {
    const player = makePlayer({}, put(html));
    const embed = await openFakeEmbed(player.getIframe());
    embed.answer();
    const reported = (info: object) =>
      sendsAndIsReceived(player, () => embed.send('infoDelivery', info), embed);
    const title = () => player.getIframe().title;
    return { player, embed, reported, title };
  }

  test.each<[string, unknown, string]>([
    [
      'is text, even with markup',
      '<img src=x onerror=alert(1)>"\'&amp;',
      '<img src=x onerror=alert(1)>"\'&amp;',
    ],
    ['ends after 250 characters', 'x'.repeat(5_000), 'x'.repeat(250)],
    ['ends with a whole character', '🎬'.repeat(5_000), '🎬'.repeat(250)],
    ['keeps its lines', ' a\nb ', 'a\nb'],
    ['is the default if the video has none', '', 'Video player'],
    ['is the default if the video’s is blank', ' \n\t', 'Video player'],
    ['is the default if the player reports a number', 7, 'Video player'],
    ['is the default if the player reports an object', { toString: 'x' }, 'Video player'],
    ['is the default if the player reports null', null, 'Video player'],
  ])('%s', async (_what, shownTexts, shown) => {
    const { reported, title } = await makeTitled();
    expect(title()).toBe('Video player');
    await reported(videoData('Four Lights'));
    expect(title()).toBe('Four Lights');
    await reported(videoData(shownTexts, 'offstage002'));
    expect(title()).toBe(shown);
  });

  test.each([null, 'text', 5])(
    'stays when the player reports %j about itself or its video',
    async (shown) => {
      const { embed, reported, title } = await makeTitled();
      await reported(videoData('Four Lights'));
      embed.send('infoDelivery', shown);
      await reported({ videoData: shown });
      expect(title()).toBe('Four Lights');
    },
  );

  test('stays until the player reports the next video, and is current inside the listener', async () => {
    const { player, embed, reported, title } = await makeTitled();
    await reported(videoData('Four Lights'));
    player.cueVideoById('offstage002');
    expect(title()).toBe('Four Lights');
    const seen: string[] = [];
    player.addEventListener('onStateChange', () => seen.push(title()));
    embed.send('infoDelivery', { playerState: 5, ...videoData('Lanterns', 'offstage002') });
    embed.send('onStateChange', 5);
    await expect.poll(() => seen).toEqual(['Lanterns']);
  });

  test('from the page’s author stays for the first video, even a late one, and is replaced with it', async () => {
    const { reported, title } = await makeTitled(
      '<iframe title="Vier Lichter (Ausschnitt)"></iframe>',
    );
    await reported(videoData('', ''));
    await reported(videoData('Four Lights'));
    await reported(videoData('Four Lights, corrected'));
    expect(title()).toBe('Vier Lichter (Ausschnitt)');
    await reported(videoData('Lanterns', 'offstage002'));
    expect(title()).toBe('Lanterns');
    await reported(videoData('Four Lights'));
    expect(title()).toBe('Vier Lichter (Ausschnitt)');
    await reported(videoData('', 'offstage003'));
    expect(title()).toBe('Video player');
  });

  test.each(['Video player', 'YouTube video player', 'video player ', ' ', ''])(
    'that names no video (%j) is replaced by the video’s',
    async (own) => {
      const { reported, title } = await makeTitled(`<iframe title="${own}"></iframe>`);
      await reported(videoData('Four Lights'));
      expect(title()).toBe('Four Lights');
    },
  );

  test('that the page sets meanwhile stays until another video loads', async () => {
    const { player, reported, title } = await makeTitled();
    await reported(videoData('Four Lights'));
    player.getIframe().title = 'Mine';
    await reported({ currentTime: 3, ...videoData('Four Lights') });
    expect(title()).toBe('Mine');
    await reported(videoData('Lanterns', 'offstage002'));
    expect(title()).toBe('Lanterns');
  });

  test('from the page’s author is restored by destroy, and the replaced element keeps its own', async () => {
    const wrapped = await makeTitled('<iframe title="YouTube video player"></iframe>');
    const frame = wrapped.player.getIframe();
    await wrapped.reported(videoData('Four Lights'));
    wrapped.player.destroy();
    expect(frame.title).toBe('YouTube video player');
    const early = makePlayer({}, put('<iframe title="Mine"></iframe>'));
    early.destroy();
    expect(early.getIframe().title).toBe('Mine');

    const replaced = await makeTitled('<div id="p" title="Mine"></div>');
    await replaced.reported(videoData('Four Lights'));
    await replaced.reported(videoData('Lanterns', 'offstage002'));
    replaced.player.destroy();
    expect(document.body.innerHTML).toBe('<div id="p" title="Mine"></div>');
  });
});
