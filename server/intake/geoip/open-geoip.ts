import { ok, type Result } from '../../../shared/tools/result.ts';
import { fileStamp } from '../../library/file-stamp.ts';
import { geoipLimits } from './geoip-limits.ts';
import { type CountryOf, readGeoip } from './read-geoip.ts';

export interface Geoip {
  countryOf: CountryOf;
  /** Looks whether the file was replaced, and reads it. */
  check(): Promise<void>;
  /**
   * Checks at intervals.
   * @param reportError gets unexpected errors
   * @returns a function that ends the checks
   */
  start(reportError: (error: unknown) => void): () => void;
}

const noGeoip: Geoip = {
  countryOf: () => '',
  check: async () => {},
  start: () => () => {},
};

/**
 * Opens the operator's GeoIP file. Providers publish a new one each month, so the server follows
 * its replacement.
 * @param file `null` for none: all countries are unknown
 * @param warn gets sentences for the operator
 * @returns a failure whose message names cause and fix
 */
export async function openGeoip(
  file: string | null,
  warn: (sentence: string) => void,
): Promise<Result<Geoip>> {
  return file === null ? ok(noGeoip) : openFile(file, warn);
}

async function openFile(file: string, warn: (sentence: string) => void): Promise<Result<Geoip>> {
  let readStamp = await fileStamp(file);
  let seenStamp = readStamp;
  const opened = await readGeoip(file);
  if (!opened.ok) return opened;
  let current = opened.value;
  async function check(): Promise<void> {
    const stamp = await fileStamp(file);
    const isSettled = stamp === seenStamp;
    seenStamp = stamp;
    // A file that changed since the last look may still be being written.
    if (stamp === readStamp || !isSettled) return;
    readStamp = stamp;
    const next = await readGeoip(file);
    if (next.ok) current = next.value;
    warn(
      next.ok
        ? `The GeoIP file ${file} was replaced; countries come from the new one.`
        : `${next.error.message} Until then, countries come from the file as it was before.`,
    );
  }
  return ok({
    countryOf: (address) => current(address),
    check,
    start: (reportError) => startChecks(check, reportError),
  });
}

function startChecks(
  check: () => Promise<void>,
  reportError: (error: unknown) => void,
): () => void {
  let isChecking = false;
  const timer = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    await check().catch(reportError);
    isChecking = false;
  }, geoipLimits.checkEveryMs).unref();
  return () => clearInterval(timer);
}
