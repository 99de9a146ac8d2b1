/** Dimensions that the operator names */
export const customLimits = {
  /**
   * design: values that a store keeps of each; page loads with a further one have `other`. Sections
   * of a site and plans are tens, and a report lists 50.
   */
  valuesCount: 200,
  /** design: a value; a longer one is unknown. */
  valueMaxChars: 50,
  /** design: pause before stores that were away are asked for the places of names again. */
  askAgainMs: 2_000,
  /** design: pause before a server looks whether another one has given a place to another name. */
  lookAgainMs: 60_000,
} as const;
