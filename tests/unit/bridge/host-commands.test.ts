import { describe, expect, test } from 'vitest';
import { apiInterface, findCommand } from '../../../src/bridge/host-commands.ts';
import { english, spanish } from '../player/make-video.ts';
import { runCommand } from './recording-controller.ts';

/** `docs` of the wire: every function that a host may call, in its order. */
const contract =
  `cueVideoById loadVideoById cueVideoByUrl loadVideoByUrl playVideo pauseVideo stopVideo clearVideo
  getVideoLoadedFraction getVideoBytesLoaded getVideoBytesTotal getVideoStartBytes cuePlaylist loadPlaylist nextVideo
  previousVideo playVideoAt setShuffle setLoop getPlaylist getPlaylistIndex getPlaylistId loadModule unloadModule
  setOption getOption getOptions mute unMute isMuted setVolume getVolume seekTo getPlayerState getPlaybackRate
  setPlaybackRate getAvailablePlaybackRates getPlaybackQuality setPlaybackQuality getAvailableQualityLevels
  getCurrentTime getDuration getMediaReferenceTime getSize setSize addEventListener removeEventListener getVideoData
  getVideoEmbedCode getVideoUrl getSphericalProperties setSphericalProperties getApiInterface getDebugText
  mutedAutoplay preloadVideoById addCueRange removeCueRange destroy`.split(/\s+/);

describe('the interface', () => {
  test.each(contract)('%s is in the interface', (name) => {
    expect(apiInterface).toContain(name);
  });

  test('names no function twice', () => {
    expect(new Set(apiInterface).size).toBe(apiInterface.length);
  });

  test('names only existing getters, subscriptions and commands', () => {
    const others = apiInterface.filter((name) => findCommand(name) === null);
    expect(others.filter((name) => !/^(?:get|is)[A-Z]/.test(name))).toEqual([
      'addEventListener',
      'removeEventListener',
    ]);
  });

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '',
    'dispose',
    'showVideo',
    'playvideo',
  ])('%j is not externally available [spec-5.5]', (name) => {
    expect(findCommand(name)).toBeNull();
  });

  test('cueing and loading reset the host’s mirror; loading a module and preloading do not', () => {
    const resetting = contract.filter((name) => findCommand(name)?.owesSnapshot);
    expect(resetting).toEqual([
      'cueVideoById',
      'loadVideoById',
      'cueVideoByUrl',
      'loadVideoByUrl',
      'cuePlaylist',
      'loadPlaylist',
    ]);
  });

  test('these commands of a host start the playback; cueing a video or loading a module does not', () => {
    const starting = contract.filter((name) => findCommand(name)?.startsPlayback);
    expect(starting).toEqual([
      'loadVideoById',
      'loadVideoByUrl',
      'playVideo',
      'loadPlaylist',
      'nextVideo',
      'previousVideo',
      'playVideoAt',
      'seekTo',
      'mutedAutoplay',
    ]);
  });
});

describe('arguments', () => {
  test.each<[string, unknown[], unknown[][]]>([
    ['playVideo', [], [['play']]],
    ['playVideo', ['ignored', {}], [['play']]],
    ['pauseVideo', [], [['pause']]],
    ['stopVideo', [], [['stop']]],
    ['clearVideo', [], [['stop']]],
    ['mutedAutoplay', [], [['mute'], ['play']]],
    ['mute', [], [['mute']]],
    ['unMute', [], [['unMute']]],
    ['seekTo', [12.5, true], [['seekTo', 12.5, true]]],
    ['seekTo', [12.5, false], [['seekTo', 12.5, false]]],
    ['seekTo', ['12.5'], [['seekTo', 12.5, true]]],
    ['seekTo', [0], [['seekTo', 0, true]]],
    ['seekTo', [-3], [['seekTo', -3, true]]],
    ['setVolume', [30], [['setVolume', 30]]],
    ['setVolume', ['30'], [['setVolume', 30]]],
    ['setVolume', [400], [['setVolume', 400]]],
    ['setPlaybackRate', [1.5], [['setPlaybackRate', 1.5]]],
    ['setAudioTrack', [{ id: 'a', languageCode: 'es', label: '' }], [['setAudioTrack', 'a']]],
    ['setPlaybackQuality', ['hd720'], [['setQualityHeight', 720]]],
    ['setPlaybackQuality', ['medium'], [['setQualityHeight', 360]]],
    ['setPlaybackQuality', ['hd2160'], [['setQualityHeight', 2160]]],
    ['setPlaybackQuality', ['tiny'], [['setQualityHeight', 144]]],
    ['setPlaybackQuality', ['auto'], [['setQualityHeight', null]]],
    ['setPlaybackQuality', ['default'], [['setQualityHeight', null]]],
    ['preloadVideoById', ['offstage001'], [['preloadVideo', 'offstage001']]],
    ['preloadVideoById', [{ videoId: 'offstage001' }], [['preloadVideo', 'offstage001']]],
    ['preloadVideoById', [5], [['preloadVideo', '']]],
    ['nextVideo', [], [['nextVideo']]],
    ['previousVideo', [], [['previousVideo']]],
    ['playVideoAt', [2], [['showPlaylistVideo', 2]]],
    ['playVideoAt', ['2'], [['showPlaylistVideo', 2]]],
    ['playVideoAt', [2.9], [['showPlaylistVideo', 2]]],
    ['setLoop', [true], [['setLoop', true]]],
    ['setLoop', [0], [['setLoop', false]]],
    ['setLoop', [], [['setLoop', false]]],
    ['setShuffle', [true], [['setShuffle', true]]],
    ['setShuffle', [1], [['setShuffle', true]]],
    ['setShuffle', [false], [['setShuffle', false]]],
    ['setSphericalProperties', [{ yaw: 3 }], []],
    ['setSize', [320, 180], []],
    ['setSize', [{ width: 1e9 }, '<b>'], []],
    ['setSize', [], []],
    ['destroy', [], [['stop']]],
    ['loadModule', ['captions'], [['setCaptions', 'en']]],
    ['loadModule', ['cc'], [['setCaptions', 'en']]],
    ['unloadModule', ['captions'], [['setCaptions', null]]],
    ['unloadModule', ['cc'], [['setCaptions', null]]],
    ['setOption', ['captions', 'track', { languageCode: 'es' }], [['setCaptions', 'es']]],
    ['setOption', ['cc', 'track', { languageCode: 'es', kind: 'asr' }], [['setCaptions', 'es']]],
    ['setOption', ['captions', 'track', {}], [['setCaptions', null]]],
    ['setOption', ['captions', 'track', { languageCode: 5 }], [['setCaptions', null]]],
    ['setOption', ['captions', 'fontSize', -1], [['setCaptionsFontSize', -1]]],
    ['setOption', ['captions', 'fontSize', '3'], [['setCaptionsFontSize', 3]]],
    ['addCueRange', ['a', 1, 2], []],
    ['addCueRange', [7, '1', '2.5'], []],
    ['removeCueRange', ['a'], []],
  ])('%s(%j) runs the command', (func, args, calls) => {
    const result = runCommand(func, args, { captionTracks: [spanish, english] });
    expect(result).toMatchObject({ outcome: true });
    expect(result.calls).toEqual(calls);
  });

  const unreadable: unknown[] = [
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    [1],
    true,
    '',
    ' ',
    'x',
  ];
  test.each(
    ['seekTo', 'setVolume', 'setPlaybackRate', 'setAudioTrack', 'playVideoAt'].flatMap((func) =>
      unreadable.map((value): [string, unknown] => [func, value]),
    ),
  )('%s accepts %j without an effect', (func, value) => {
    expect(runCommand(func, [value])).toMatchObject({ calls: [], outcome: false });
  });

  test.each<[string, unknown[]]>([
    ['loadModule', ['recommendations']],
    ['loadModule', []],
    ['unloadModule', [{}]],
    ['setOption', ['other', 'track', {}]],
    ['setOption', ['captions', 'track', null]],
    ['setOption', ['captions', 'track', 'es']],
    ['setOption', ['captions', 'track', ['es']]],
    ['setOption', ['captions', 'fontSize', 4]],
    ['setOption', ['captions', 'fontSize', -2]],
    ['setOption', ['captions', 'fontSize', 1.5]],
    ['setOption', ['captions', 'fontSize', null]],
    ['setOption', ['captions', '__proto__', {}]],
    ['setOption', []],
    ['addCueRange', ['a', 1]],
    ['addCueRange', ['a', Number.NaN, 2]],
    ['addCueRange', [{}, 1, 2]],
    ['addCueRange', ['x'.repeat(101), 1, 2]],
    ['removeCueRange', []],
    ['removeCueRange', [null]],
  ])('%s(%j) has no effect and is counted as unreadable', (func, args) => {
    const result = runCommand(func, args, { captionTracks: [spanish, english] });
    expect(result).toMatchObject({ calls: [], outcome: false });
  });
});

describe('captions', () => {
  const captionTracks = [spanish, english];

  test('loading the module shows the viewer’s preferred language, and keeps an earlier choice', () => {
    expect(runCommand('loadModule', ['captions'], { captionTracks }, ['fr', 'es']).calls).toEqual([
      ['setCaptions', 'es'],
    ]);
    expect(
      runCommand('loadModule', ['captions'], { captionTracks, captionsLanguage: 'en' }, ['es'])
        .calls,
    ).toEqual([]);
    expect(runCommand('loadModule', ['captions'], {}).calls).toEqual([['setCaptions', null]]);
  });

  test('reloading removes the captions and shows the same ones again', () => {
    expect(
      runCommand('setOption', ['captions', 'reload', true], {
        captionTracks,
        captionsLanguage: 'es',
      }).calls,
    ).toEqual([
      ['setCaptions', null],
      ['setCaptions', 'es'],
    ]);
  });
});

test('diagnose and destroy reach the bridge', () => {
  expect(runCommand('diagnose', []).notes).toEqual(['diagnose']);
  expect(runCommand('destroy', []).notes).toEqual(['forgetHost']);
});
