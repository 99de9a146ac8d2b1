import { makeVideo } from '../unit/player/make-video.ts';

const sid = 'sid-0123456789abcdef';
const client = {
  clientName: 'OFFSTAGE',
  clientVersion: '0.1.0',
  hl: 'en',
  visitorId: 'v',
  experimentIds: [12],
};
const command = {
  fields: { params: 'UC1' },
  apiUrl: '/youtubei/v1/feedback',
  clickTrackingParams: 'share',
};

const video = makeVideo(
  {
    watchUrl: '/watch/offstage001',
    channel: { id: 'UC1', name: 'Offstage', url: '/c', avatarUrl: 'https://a.example/b' },
  },
  {
    sources: [
      {
        packaging: 'hls',
        url: '/media/a.m3u8',
        mimeType: 'application/vnd.apple.mpegurl',
        drm: [
          { keySystem: 'com.widevine.alpha', licenseUrl: '/licence', headers: { 'X-Token': 't' } },
        ],
      },
    ],
    captionTracks: [{ languageCode: 'en', label: 'English', url: '/en.vtt' }],
    chapters: [{ startSeconds: 1, title: 'Dusk' }],
    viewer: { isSignedIn: true, isSubscribed: false, bell: true, isInWatchLater: false },
    related: [
      {
        videoId: 'offstage002',
        title: '',
        author: '',
        lengthSeconds: 0,
        posterUrl: null,
        notInterested: command,
      },
    ],
    commands: { share: command },
    heartbeat: { everySec: 30 },
  },
);

const context = {
  client: { ...client, location: { latitude: 1, longitude: 2, accuracyMeters: 3 } },
  user: { enableSafetyMode: false, lockedSafetyMode: false },
  request: {
    consistencyTokenJars: [{ encryptedTokenJarContents: 't', expirationSeconds: 60 }],
    locationPlayabilityToken: 't',
    globalConfigHashes: { cold: 'a', hot: 'b' },
    internalExperimentFlags: [{ key: 'a', value: 'true' }],
  },
  adSignalsInfo: { params: [{ key: 'dt', value: '1' }] },
  clickTracking: { clickTrackingParams: 'share' },
};

/** A value that fits, of the schemas whose values others write and programs read. */
export const publishedSamples: Readonly<Record<string, Record<string, unknown>>> = {
  'page-config': {
    args: { video_id: 'offstage001', autoplay: 1, fflags: 'a=true', own: true },
    apiOrigin: 'https://api.example.com',
    api: { isLoggedIn: true, visitorId: 'v', version: 'v1', providerLog: 'https://log.example/' },
    probes: { botDetection: '/bot.js' },
    attrs: { width: '62.5%', height: 360, id: 'player' },
    assets: { css: 'https://cdn.example/a.css' },
    loaded: false,
    webPlayerContextConfig: { rootElementId: 'player', serializedForcedExperimentIds: '12,34' },
    brand: 'Offstage',
    telemetry: true,
    consent: 'pending',
    private: false,
    opaqueHosts: false,
    cmcd: 'https://cmcd.example/',
    fieldShare: 0.1,
    playerResponse: video,
    playlist: { playlistId: 'PL', title: '', videoIds: ['offstage001'] },
  },
  'page-config-file': {
    $schema: 'https://player.example/schemas/page-config-file.json',
    args: { color: 'white' },
    api: { isLoggedIn: true, authorization: 'Bearer x' },
    attrs: { width: 640 },
    assets: { js: '/a.js', css: 'https://cdn.example/a.css' },
    loaded: false,
    logTiers: { poll_answered: 'immediate' },
    webPlayerContextConfig: {
      serializedExperimentFlags: 'a=true',
      serializedForcedExperimentIds: '[12, 34]',
    },
  },
  sidecar: {
    $schema: 'https://player.example/schemas/sidecar.json',
    id: 'offstage001',
    title: 'Four Lights',
    author: 'Offstage',
    description: '',
    chapters: [{ startSeconds: 1, title: 'Dusk' }],
    channel: { id: 'UC1', name: 'Offstage', url: '/c' },
    uploadDate: '2026-05-01T18:00:00Z',
    watchUrl: 'https://publisher.example/',
    live: true,
    lowLatency: false,
    playableWithin: [-10, 35, 30, 60],
    clearKeys: { '0123456789abcdef0123456789ABCDEF': '0123456789abcdef0123456789ABCDEF' },
    drm: [{ keySystem: 'org.w3.clearkey', licenseUrl: '/licence' }],
    embedDomains: ['*.example.com'],
    private: false,
    heartbeatSec: 30,
    unplayable: { errorCode: 'heartbeat.stop', reason: '' },
    addedFrom: { name: 'a.mov', bytes: 5, fingerprint: 'ab' },
  },
  'host-message': { event: 'command', func: 'seekTo', args: [30, true], id: 1, channel: 'widget' },
  'player-js-message': {
    context: 'player.js',
    version: '0.0.11',
    method: 'setVolume',
    value: 50,
    listener: 'a',
  },
  'performance-budget': { blockingMs: 100, inpMs: null },
  'log-batch': {
    context: { client },
    sid,
    requestTimeMs: 1_795_238_649_000,
    serializedClientEventId: 'id',
    events: [
      {
        seq: 1,
        eventTimeMs: 1_795_238_648_000,
        context: { lastActivityMs: -1, sequence: { index: 0, groupKey: 'cpn' } },
        name: 'playback_state',
        payload: { state: 1, list: [null] },
      },
    ],
  },
  'provider-log-batch': {
    context: { client },
    sid,
    requestTimeMs: 1_795_238_649_000,
    droppedCount: 0,
    entries: [
      {
        n: 1,
        timeMs: 1,
        kind: 'events_lost',
        fields: { reason: 'quota', count: 5, isOwn: true, id: null },
      },
    ],
  },
  'error-report': {
    a: 'logerror',
    t: 'jserror',
    type: 'TypeError',
    msg: 'x is not a function',
    line: '1',
    level: 'ERROR',
    'client.name': 'OFFSTAGE',
    id: 'report-0123456789',
    sid,
    timeMs: '1795238648000',
    source: 'page',
    stack: '',
    'client.version': '0.1.0',
    params: '{"visibility":"visible"}',
  },
  'player-request': { videoId: 'offstage001', context },
  'edit-playlist-request': {
    context,
    playlistId: 'WL',
    params: 'offstage001',
    actions: [
      { action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage001' },
      { action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: 'offstage002' },
    ],
  },
  'feedback-request': {
    context,
    feedbackTokens: ['t'],
    feedbackContext: { cpn: 'c' },
    shouldMerge: true,
  },
};
