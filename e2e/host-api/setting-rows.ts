import { expect } from '../support/raw-host.ts';
import type { Row } from './function-rows.ts';

/** Functions that keep the video: one document runs them all in sequence. */
export const settings: Record<string, Row> = {
  setVolume: {
    does: 'takes the integer part',
    calls: [['setVolume', 42.9]],
    reported: { volume: 42, muted: false },
  },
  'setVolume, too much': {
    does: 'is clamped',
    calls: [
      ['setVolume', 4],
      ['setVolume', 900],
    ],
    reported: { volume: 100 },
  },
  'setVolume, too little': {
    does: 'is clamped',
    calls: [['setVolume', -3]],
    reported: { volume: 0 },
  },
  mute: {
    does: 'keeps the volume',
    calls: [['setVolume', 30], ['mute']],
    reported: { muted: true, volume: 30 },
  },
  unMute: {
    does: 'raises a volume under 5 to 5',
    calls: [['setVolume', 2], ['mute'], ['unMute']],
    reported: { muted: false, volume: 5 },
  },
  setPlaybackRate: {
    does: 'sets the rate',
    calls: [['setPlaybackRate', 1.5]],
    reported: { playbackRate: 1.5 },
  },
  'setPlaybackRate, not on offer': {
    does: 'takes the nearest in the direction of 1',
    calls: [['setPlaybackRate', 1.9]],
    reported: { playbackRate: 1.75 },
  },
  loadModule: {
    does: 'shows captions',
    calls: [['loadModule', 'captions']],
    reported: {
      option: {
        captions: expect.objectContaining({
          track: expect.objectContaining({ languageCode: 'en' }),
        }),
      },
    },
  },
  'setOption, a track': {
    does: 'chooses the language',
    calls: [['setOption', 'captions', 'track', { languageCode: 'es' }]],
    reported: {
      option: {
        captions: expect.objectContaining({
          track: expect.objectContaining({ languageCode: 'es' }),
        }),
      },
    },
  },
  'setOption, the size': {
    does: 'makes captions larger',
    calls: [['setOption', 'captions', 'fontSize', 3]],
    reported: { option: { captions: expect.objectContaining({ fontSize: 3 }) } },
  },
  'setSphericalProperties, setSize': {
    does: 'have no effect with any arguments, and throw nothing',
    calls: [
      ['setSphericalProperties', { yaw: 90 }],
      ['setSize', 320, 180],
      ['setSize', '<b>', { height: -1 }],
      ['setSize'],
    ],
    reported: { sphericalProperties: {}, size: { width: 640, height: 360 }, playerState: 5 },
  },
};
