/** Chromium's API for the features that the embedding pages allow the frame. */
interface FramePolicy {
  allowsFeature(name: string): boolean;
}

/**
 * Checks a feature of the Permissions Policy without using it.
 * @returns whether this frame may use it; `null` where the browser does not say
 */
export function frameAllows(feature: string): boolean | null {
  const { featurePolicy } = document as Document & { featurePolicy?: FramePolicy };
  return featurePolicy?.allowsFeature(feature) ?? null;
}
