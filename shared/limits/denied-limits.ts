/** The diagnosis of a page that may not store anything */
export const deniedLimits = {
  /** design: maximum wait for the services' answer; hanging services may be the reason. */
  askMs: 1_000,
} as const;
