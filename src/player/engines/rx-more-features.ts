import { DASH, EME } from 'rx-player/features';

/** What only some videos or browsers need of RxPlayer. One script for both; all that RxPlayer has is several times as large. */
export const rxMoreFeatures = { DASH, EME };
