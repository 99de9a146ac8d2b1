/** The timed actions, each with its first and last moment. */
export const actionBounds = {
  startup: ['open', 'first_frame'],
  first_frame: ['asked', 'first_frame'],
  seek: ['asked', 'seeked'],
  rebuffer: ['stalled', 'playing'],
} as const;
export type LatencyActionName = keyof typeof actionBounds;
