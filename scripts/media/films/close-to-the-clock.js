import { aroundTheClock } from './around-the-clock.js';

const { durationSeconds, width, height, paint, posterAtSeconds, renditions, lettering, music } =
  aroundTheClock;

/**
 * The same files as a low-latency stream, for comparing both side by side. The playlist belongs to
 * those files.
 */
export const closeToTheClock = {
  id: 'offstage007',
  durationSeconds,
  width,
  height,
  paint,
  posterAtSeconds,
  renditions,
  lettering,
  music,
  sidecar: {
    title: 'Close to the Clock',
    author: 'Offstage',
    description:
      'The live stream “Around the Clock” with low latency: a second or two behind the hand.',
    live: true,
    lowLatency: true,
  },
};
