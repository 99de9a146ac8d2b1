import { expect, test } from 'vitest';
import { Player } from '../../../sdk/player.ts';
import {
  actionNames,
  neutralValues,
  readKey,
  showingNames,
} from '../../../sdk/player-functions.ts';
import { apiInterface, findCommand } from '../../../src/bridge/host-commands.ts';

/** Host protocol §2. */
const documented =
  `cueVideoById loadVideoById cueVideoByUrl loadVideoByUrl playVideo pauseVideo stopVideo clearVideo
getVideoLoadedFraction getVideoBytesLoaded getVideoBytesTotal getVideoStartBytes cuePlaylist loadPlaylist nextVideo
previousVideo playVideoAt setShuffle setLoop getPlaylist getPlaylistIndex getPlaylistId loadModule unloadModule setOption
getOption getOptions mute unMute isMuted setVolume getVolume seekTo getPlayerState getPlaybackRate setPlaybackRate
getAvailablePlaybackRates getPlaybackQuality setPlaybackQuality getAvailableQualityLevels getCurrentTime getDuration
getMediaReferenceTime getSize setSize addEventListener removeEventListener getVideoData getVideoEmbedCode getVideoUrl
getSphericalProperties setSphericalProperties getApiInterface getDebugText mutedAutoplay preloadVideoById addCueRange
removeCueRange destroy getIframe`.split(/\s+/);

test.each(documented)('every player has %s', (name) => {
  expect(Reflect.get(Player.prototype, name)).toBeTypeOf('function');
});

test.each([
  ['getVolume', 'volume'],
  ['isMuted', 'muted'],
  ['getAvailablePlaybackRates', 'availablePlaybackRates'],
  ['playVideo', null],
  ['getaway', null],
  ['issue', null],
  ['setOption', null],
])('%s reads %s', (name, key) => {
  expect(readKey(name)).toBe(key);
});

test('the SDK empties its mirror for exactly the functions that the player answers with a whole snapshot', () => {
  const emptying = apiInterface.filter((name) => findCommand(name)?.owesSnapshot);
  expect(emptying.length).toBeGreaterThan(3);
  expect([...showingNames].sort()).toEqual(emptying.sort());
});

test('each function either acts or reads, and none is listed twice', () => {
  const names = [...actionNames, ...Object.keys(neutralValues)];
  expect(new Set(names).size).toBe(names.length);
  expect(actionNames.map(readKey)).toEqual(actionNames.map(() => null));
  expect(Object.keys(neutralValues).map(readKey)).not.toContain(null);
});
