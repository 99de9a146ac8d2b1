import { expect, test } from 'vitest';
import { Player } from '../../../sdk/player.ts';
import { readKey, showsAnotherVideo } from '../../../sdk/player-functions.ts';

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

test.each([
  ['cueVideoById', true],
  ['loadPlaylist', true],
  ['loadModule', false],
  ['preloadVideoById', false],
  ['nextVideo', false],
])('%s shows another video: %s', (name, expected) => {
  expect(showsAnotherVideo(name)).toBe(expected);
});
