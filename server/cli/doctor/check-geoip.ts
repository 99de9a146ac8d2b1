import { readGeoip } from '../../intake/geoip/read-geoip.ts';
import { fine, problemOf, type Verdict } from './finding.ts';

/** The GeoIP file must be a database with countries. */
export async function checkGeoip(file: string): Promise<Verdict> {
  const read = await readGeoip(file);
  return read.ok ? fine(`The GeoIP file ${file} has countries.`) : problemOf(read.error.message);
}
