/** Licences of ClearKey */
export const licenseLimits = {
  /** design: a request; players send some hundred bytes. */
  bodyMaxBytes: 20_000,
  /** design: the same after decompression. */
  unpackedMaxBytes: 20_000,
  /** design: keys in one request. */
  keysCount: 100,
  /** design: the id of a key in base64url; 16 bytes have 22. */
  keyIdMaxChars: 100,
  /** design: the type of a session. */
  typeMaxChars: 100,
} as const;
