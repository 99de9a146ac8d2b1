/** Changes of the library in the log */
export const changeLimits = {
  /** design: ids of one kind in a log line; a library may have 100,000 videos. */
  namedCount: 10,
} as const;
