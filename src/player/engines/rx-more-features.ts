import { DASH, EME } from 'rx-player/features';

/**
 * RxPlayer features that only some videos or browsers need, in one chunk. All features of RxPlayer
 * would be several times as large.
 */
export const rxMoreFeatures = { DASH, EME };
