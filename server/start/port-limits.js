/** A port that is in use at the start */
export const portLimits = {
  /** design: wait for its owner’s answer; a local server answers in milliseconds. */
  askMs: 1_000,
  /** design: characters read of the answer; an Offstage server’s has about 150. */
  answerMaxChars: 10_000,
};
