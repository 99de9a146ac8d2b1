/** The viewer's device and preferences */
export const deviceLimits = {
  /** §9: lifetime of the hi-dpi cookie; Chromium keeps no cookie for more than 400 days. */
  hiDpiCookieLifeMs: 63_072_000_000,
  /**
   * design: device pixels in a CSS pixel from which a screen is hi-dpi; lower ratios are mostly
   * zoomed pages.
   */
  hiDpiRatio: 1.5,
  /** design: lifetime of a viewer's choice, the same as the cookie's. */
  preferenceLifeMs: 63_072_000_000,
  /** design: choices that follow each other faster are stored together. */
  preferenceDebounceMs: 1_000,
} as const;
