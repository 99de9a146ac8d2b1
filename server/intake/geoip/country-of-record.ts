import * as z from 'zod/mini';

const code = z.string().check(z.regex(/^[A-Z]{2}$/));
const place = z.object({ iso_code: code });
const recordSchema = z.object({
  // Databases of MaxMind and DB-IP; a plain code in those of IPinfo.
  country: z.catch(z.union([code, place]), ''),
  registered_country: z.catch(place, { iso_code: '' }),
  // Databases without nesting, such as those of IP2Location and ip-location-db.
  country_code: z.catch(code, ''),
});

/**
 * @param record of a database of countries or cities
 * @returns ISO 3166-1 alpha-2 code of the country where the network is used, or else registered;
 *   '' if the record has none
 */
export function countryOfRecord(record: unknown): string {
  const parsed = z.safeParse(recordSchema, record);
  if (!parsed.success) return '';
  const { country, registered_country, country_code } = parsed.data;
  const used = typeof country === 'string' ? country : country.iso_code;
  return used || country_code || registered_country.iso_code;
}
