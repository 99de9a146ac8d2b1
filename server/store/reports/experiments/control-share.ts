/**
 * The control has the size of the treatment, as far as possible, so that the latest of both are
 * from the same time.
 * @param share the embeds in the treatment, 0 to 1
 * @returns the embeds in the control
 */
export function controlShare(share: number): number {
  return Math.min(share, 1 - share);
}
