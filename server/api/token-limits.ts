/** The API: tokens that clients send back */
export const tokenLimits = {
  /**
   * design: while a consistency token is valid, reads must not come from a replica that is behind;
   * replicas catch up sooner.
   */
  consistencySec: 3_600,
  /** design: the viewer’s name in a consistency token. */
  viewerMaxChars: 100,
  /** design: life of a feedback token; longer than pages stay open. */
  feedbackSec: 7 * 86_400,
  /**
   * design: pages made within this time carry the same feedback tokens, so that caches can reuse
   * the pages.
   */
  feedbackStepSec: 86_400,
  /**
   * design: decimal places of a degree in a location token, about a kilometre: the viewer’s browser
   * stores no street address.
   */
  placeDecimalsCount: 2,
} as const;
