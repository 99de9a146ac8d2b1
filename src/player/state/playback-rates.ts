/** Rates that the menu offers and the host may set, as on YouTube. */
export const playbackRates: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
