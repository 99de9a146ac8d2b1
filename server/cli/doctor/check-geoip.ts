import { readGeoip } from '../../intake/geoip/read-geoip.ts';
import { fine, problem, type Verdict } from './finding.ts';

/** The GeoIP file must be a database with countries. */
export async function checkGeoip(file: string): Promise<Verdict> {
  const read = await readGeoip(file);
  if (read.ok) return fine(`The GeoIP file ${file} has countries.`);
  const [cause = '', fix = ''] = read.error.message.split('; ');
  return problem(`${cause}.`, fix.charAt(0).toUpperCase() + fix.slice(1));
}
