import 'youtube-video-element';
import type YoutubeVideoElement from 'youtube-video-element';
import { driveMediaElement } from '../drive-media-element.ts';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report, reportEvents } from '../report.ts';

const video = document.createElement('youtube-video') as YoutubeVideoElement;
reportEvents(video, [
  'loadedmetadata',
  'durationchange',
  'loadcomplete',
  'play',
  'playing',
  'pause',
  'ended',
]);
reportEvents(video, ['seeking', 'seeked', 'timeupdate', 'progress', 'volumechange', 'ratechange']);
video.addEventListener('error', () => report('error', video.error?.code));
video.setAttribute('src', `https://www.youtube.com/watch?v=${firstVideoId}`);
stage().append(video);

/** The wrapped player, to see the effect of a call. */
function api() {
  return (video as { api?: { getOption(module: string, option: string): unknown } }).api;
}

handOver({
  ...driveMediaElement(() => video),
  load: (videoId) => {
    video.src = `https://www.youtube.com/watch?v=${videoId}`;
  },
  loadPlaylist: (list) => {
    video.src = `https://www.youtube.com/playlist?list=${list}`;
  },
  destroy: () => video.remove(),
  extra: {
    // A media element's `play()` promise resolves when playback has begun.
    playAndTell: () => video.play().then(() => report('play kept')),
    textTracks: () => [...video.textTracks].map(({ label, language }) => [label, language]),
    captionsShown: () => api()?.getOption('captions', 'track'),
    showTextTrack: (language: string) => {
      for (const track of video.textTracks)
        track.mode = track.language === language ? 'showing' : 'disabled';
    },
  },
});
