/** The playlist panel */
export const playlistLimits = {
  /** design: requests for details of single videos at a time. */
  requestsCount: 2,
} as const;
