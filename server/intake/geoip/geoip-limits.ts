/** Countries of clients: the GeoIP file */
export const geoipLimits = {
  /** design: pause between two looks whether the file was replaced; providers do it monthly. */
  checkEveryMs: 60_000,
  /** MaxMind DB: the metadata begins within this many bytes of the end. */
  metadataMaxBytes: 131_072,
  /** MaxMind DB: zeros between the tree and the data. */
  separatorBytes: 16,
  /** design: networks of a file that are searched for a country; the first ones have some. */
  searchedNetworksCount: 10_000,
} as const;
