import { paintCurtain } from '../painting/paint-curtain.js';

/** An unplayable video: only a poster and a sidecar. */
export const behindTheCurtain = {
  id: 'offstage005',
  width: 1280,
  height: 720,
  paint: paintCurtain,
  posterAtSeconds: 0,
  sidecar: {
    title: 'Behind the Curtain',
    author: 'Offstage',
    unplayable: {
      errorCode: 'auth',
      reason: 'The rights for this video do not allow it to be played here.',
    },
  },
};
