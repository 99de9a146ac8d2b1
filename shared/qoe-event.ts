/** Name of the event that carries a `QoeSummary`, with `videoId` and `cpn`. Of a playback the last one counts. */
export const qoeEventName = 'video_stats.qoe';
