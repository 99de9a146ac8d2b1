/** Files given to offstage add and edit; larger ones are mistakes */
export const editLimits = {
  /** design: a file of captions or chapters. */
  textMaxBytes: 5_000_000,
  /** design: a poster. */
  posterMaxBytes: 20_000_000,
} as const;
