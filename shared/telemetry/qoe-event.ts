/**
 * Name of the event that carries a `QoeSummary`, with `videoId` and `cpn`. The last one of a
 * playback counts.
 */
export const qoeEventName = 'video_stats.qoe';
