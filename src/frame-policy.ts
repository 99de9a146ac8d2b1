/** Where the browser tells what the pages around a frame allow it: Chromium's. */
interface FramePolicy {
  allowsFeature(name: string): boolean;
}

/** @returns whether this frame may use a feature of the permissions policy, without using it; `null` where the browser does not say */
export function frameAllows(feature: string): boolean | null {
  const { featurePolicy } = document as Document & { featurePolicy?: FramePolicy };
  return featurePolicy?.allowsFeature(feature) ?? null;
}
