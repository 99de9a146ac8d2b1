/**
 * Wait for a player's answer before the SDK warns. A player may take longer to answer on a slow
 * line; a page without an origin gets no answer.
 */
export const warnAfterMs = 15_000;
