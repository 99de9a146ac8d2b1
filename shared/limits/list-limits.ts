/** Long lists */
export const listLimits = {
  /** design: rows in a chunk, which is drawn or left out as a whole. */
  chunkCount: 50,
  /** design: CSS pixels around the visible part in which chunks are drawn too. */
  drawnAroundPx: 600,
} as const;
