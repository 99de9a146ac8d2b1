/** The intake: texts of clients */
export const clientTextLimits = {
  /** design: a `User-Agent` header; longer ones are cut. */
  agentMaxChars: 500,
  /** design: the browser’s name. */
  browserNameMaxChars: 50,
  /** design: body fields of an error report; a report has seven. */
  reportFieldsCount: 100,
  /** design: name and version of the client in an error report. */
  reportNameMaxChars: 100,
  /**
   * design: step of decompression; larger than the default 16 KB, so that it takes fewer steps on
   * the thread.
   */
  unpackChunkBytes: 65_536,
} as const;
