import type { Lane, LaneSource, Media, Source } from './lane.ts';
import { ourLanes } from './our-lanes.ts';

interface Player {
  id: string;
  title: string;
  control: string;
  mp4?: Variant;
  hls?: Variant;
  live?: Variant;
}

interface Variant {
  settings: string;
  script?: string;
  body: (media: Media) => string;
}

const start = ({ isAutoplay }: Media) => (isAutoplay ? ' autoplay muted' : '');
const nativeVideo = (media: Media) =>
  `<video controls playsinline preload="metadata" poster="${media.poster}" src="${media.src}"${start(media)}></video>`;
const root = ({ src, poster, isAutoplay }: Media) =>
  `<div id="root" data-src="${src}" data-poster="${poster}"${isAutoplay ? ' data-autoplay' : ''}></div>`;
const vidstack = ({ src, poster, isAutoplay }: Media) =>
  `<media-player src="${src}" load="eager" playsinline${isAutoplay ? ' autoplay muted' : ''}><media-provider><media-poster class="vds-poster" src="${poster}"></media-poster></media-provider><media-video-layout></media-video-layout></media-player>`;
const mediaChrome = (element: string) => (media: Media) =>
  `<media-controller><${element} slot="media" playsinline preload="metadata" src="${media.src}"${start(media)}></${element}><media-poster-image slot="poster" src="${media.poster}"></media-poster-image><media-control-bar><media-play-button></media-play-button><media-mute-button></media-mute-button><media-volume-range></media-volume-range><media-time-range></media-time-range><media-time-display showduration></media-time-display><media-fullscreen-button></media-fullscreen-button></media-control-bar></media-controller>`;
const videoJs8 = (type: string) => (media: Media) =>
  `<video class="video-js" controls playsinline preload="metadata" poster="${media.poster}"${start(media)}><source src="${media.src}" type="${type}"></video>`;
const muxPlayer = ({ src, poster, isAutoplay }: Media) =>
  `<mux-player src="${src}" poster="${poster}" disable-tracking disable-cookies playsinline preload="metadata"${isAutoplay ? ' autoplay muted' : ''}></mux-player>`;

const bareVideo = (media: Media) =>
  `<video controls playsinline poster="${media.poster}" data-src="${media.src}"${start(media)}></video>`;
const shaka = (media: Media) =>
  `<div data-shaka-player-container><video data-shaka-player playsinline poster="${media.poster}" data-src="${media.src}"${start(media)}></video></div>`;

const players: readonly Player[] = [
  {
    id: 'native',
    title: 'native',
    control: 'video',
    mp4: { settings: '`<video controls>` and nothing else.', body: nativeVideo },
    hls: { settings: '`<video controls>` with Chromium’s own HLS.', body: nativeVideo },
  },
  {
    id: 'hlsjs',
    title: 'hls.js alone',
    control: 'video',
    hls: {
      settings: '`<video controls>` and hls.js with its defaults; as a module it starts no worker.',
      script: 'hlsjs',
      body: bareVideo,
    },
    live: {
      settings: 'The same; its defaults have low latency.',
      script: 'hlsjs',
      body: bareVideo,
    },
  },
  {
    id: 'plyr',
    title: 'Plyr',
    control: '.plyr__control--overlaid',
    mp4: {
      settings: 'Defaults; its icons from the same server.',
      script: 'plyr',
      body: nativeVideo,
    },
    hls: {
      settings: 'Defaults over hls.js, as its documentation shows.',
      script: 'plyr-hls',
      body: bareVideo,
    },
  },
  {
    id: 'videojs8',
    title: 'Video.js 8',
    control: '.vjs-big-play-button',
    mp4: { settings: '`fill`, else defaults.', script: 'videojs8', body: videoJs8('video/mp4') },
    hls: {
      settings: '`fill`, else defaults; its own HLS engine, which comes with it.',
      script: 'videojs8',
      body: videoJs8('application/x-mpegURL'),
    },
    live: {
      settings: '`fill`, `liveui`, and low latency (`llhls`), else defaults.',
      script: 'videojs8-live',
      body: videoJs8('application/x-mpegURL'),
    },
  },
  {
    id: 'vidstack',
    title: 'Vidstack',
    control: 'media-play-button',
    mp4: {
      settings: 'Web components with the default video layout; loads at once.',
      script: 'vidstack',
      body: vidstack,
    },
    hls: {
      settings: 'The same, hls.js bundled beside it.',
      script: 'vidstack-hls',
      body: vidstack,
    },
  },
  {
    id: 'media-chrome',
    title: 'media-chrome',
    control: 'media-play-button',
    mp4: {
      settings: 'The elements of its documentation’s example around a `<video>`.',
      script: 'media-chrome',
      body: mediaChrome('video'),
    },
    hls: {
      settings: 'The same around `<hls-video>` (hls.js).',
      script: 'media-chrome-hls',
      body: mediaChrome('hls-video'),
    },
  },
  {
    id: 'mux-player',
    title: 'mux-player',
    control: 'media-play-button',
    mp4: { settings: 'Defaults, its tracking off.', script: 'mux-player', body: muxPlayer },
    hls: {
      settings: 'Defaults, its tracking off (hls.js is part of it).',
      script: 'mux-player',
      body: muxPlayer,
    },
  },
  {
    id: 'react-player',
    title: 'react-player',
    control: 'video',
    mp4: {
      settings: 'With the browser’s controls, which are its own.',
      script: 'react-player',
      body: root,
    },
    hls: {
      settings: 'The same; it fetches its hls.js element itself.',
      script: 'react-player',
      body: root,
    },
  },
  {
    id: 'shaka',
    title: 'Shaka Player',
    control: '.shaka-play-button',
    mp4: {
      settings: 'Its compiled UI library set up by attributes, as its documentation shows.',
      script: 'shaka',
      body: shaka,
    },
    hls: { settings: 'The same; its own HLS engine.', script: 'shaka', body: shaka },
    live: {
      settings: 'The same, with `streaming.lowLatencyMode` and `liveSync`.',
      script: 'shaka-live',
      body: shaka,
    },
  },
  {
    id: 'videojs10',
    title: 'Video.js 10 rc',
    control: '.media-play-button',
    mp4: { settings: '@videojs/react with its packaged skin.', script: 'videojs10', body: root },
    hls: {
      settings: 'The same with `HlsVideo`, its own engine, which takes only whole addresses.',
      script: 'videojs10-hls',
      body: root,
    },
  },
];

function peerLanes(source: LaneSource): Lane[] {
  return players.flatMap(({ id, title, control, ...variants }) => {
    const variant = variants[source];
    return variant
      ? [{ id: `${id}-${source}`, title, kind: 'peer' as const, source, control, ...variant }]
      : [];
  });
}

const lanesOf = (source: LaneSource): Lane[] => [...ourLanes(source), ...peerLanes(source)];

export const lanes: readonly Lane[] = [...lanesOf('mp4'), ...lanesOf('hls')];
/** Players that play low-latency live streams. */
export const liveLanes: readonly Lane[] = lanesOf('live').filter(
  ({ isMeasuringItself }) => !isMeasuringItself,
);

export const sourceTitles: Readonly<Record<Source, string>> = {
  mp4: 'One file (MP4)',
  hls: 'HLS',
};
export const sourcesOf = (source: Source) => lanes.filter((lane) => lane.source === source);

/** Scripts of `peers/pages`. */
export const peerScripts = [
  ...new Set([...lanes, ...liveLanes].flatMap(({ script }) => script ?? [])),
];
