import { fourLights } from './four-lights.js';
import { lanterns } from './lanterns.js';
import { paperTide } from './paper-tide.js';

/**
 * @type {Record<string, { title: string, videos: string[] }>} by playlist id; videos by video id
 */
export const playlists = {
  PLoffstageplaylist: {
    title: 'Offstage: the whole programme',
    videos: [fourLights.id, lanterns.id, paperTide.id],
  },
};
