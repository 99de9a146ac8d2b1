import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';
import { countryOfRecord } from './country-of-record.ts';
import { geoipLimits } from './geoip-limits.ts';

/**
 * @param address IPv4 or IPv6; other text has no country
 * @returns ISO 3166-1 alpha-2 code; '' if unknown
 */
export type CountryOf = (address: string) => string;

/** Begins the metadata, at the end of the file (https://maxmind.github.io/MaxMind-DB/). */
const metadataMarker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const gzipMagic = Buffer.from([0x1f, 0x8b]);

/**
 * Reads a database in the MaxMind DB format into memory.
 * @returns a failure whose message names cause and fix
 */
export async function readGeoip(file: string): Promise<Result<CountryOf>> {
  const fail = (sentence: string) => err('BAD_GEOIP', `The GeoIP file ${file} ${sentence}`);
  let bytes: Buffer;
  try {
    if (!(await stat(file)).isFile()) return fail('is not a file; name a file that ends in .mmdb.');
    bytes = await readFile(file);
  } catch (error) {
    return codeOf(error) === 'ENOENT'
      ? fail('does not exist; correct --geoip, or download a database of countries.')
      : fail(`cannot be read (${codeOf(error)}); let this user read it.`);
  }
  if (bytes.subarray(0, gzipMagic.length).equals(gzipMagic))
    return fail('is compressed; unpack it, and name the file that ends in .mmdb.');
  const reader = openDatabase(bytes);
  if (reader === null)
    return fail('is not a whole database in the MaxMind DB format (.mmdb); download it again.');
  if (!hasCountries(reader))
    return fail(
      `has no countries: its type is "${reader.metadata.databaseType}"; use a database of countries or cities.`,
    );
  return ok((address) => findCountry(reader, address));
}

type Database = Reader<never>;

/** @returns `null` if it is no database, or an incomplete one */
function openDatabase(bytes: Buffer): Database | null {
  const end = bytes.subarray(-geoipLimits.metadataMaxBytes);
  const at = end.lastIndexOf(metadataMarker);
  if (at < 0) return null;
  try {
    const reader = new Reader<never>(bytes);
    const { nodeCount, searchTreeSize, ipVersion } = reader.metadata;
    const dataBytes = bytes.length - end.length + at - searchTreeSize - geoipLimits.separatorBytes;
    return nodeCount > 0 && [4, 6].includes(ipVersion) && dataBytes > 0 ? reader : null;
  } catch {
    // The library's errors are about bytes, which say nothing to an operator.
    return null;
  }
}

function hasCountries(database: Database): boolean {
  let searched = 0;
  try {
    for (const record of recordsOf(database)) {
      if (countryOfRecord(record) !== '') return true;
      searched += 1;
      if (searched >= geoipLimits.searchedNetworksCount) return false;
    }
  } catch {
    // A damaged record.
  }
  return false;
}

/** The records of all networks, in the order of their addresses. */
function* recordsOf(database: Database): Iterable<unknown> {
  const isIpv4 = database.metadata.ipVersion === 4;
  const bits = isIpv4 ? 32 : 128;
  for (let address = 0n; address < 1n << BigInt(bits); ) {
    const text = isIpv4 ? ipv4Text(address) : ipv6Text(address);
    const [record, prefixLength] = database.getWithPrefixLength(text);
    yield record;
    address += 1n << BigInt(bits - prefixLength);
  }
}

const ipv4Text = (address: bigint) =>
  [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.');

function ipv6Text(address: bigint): string {
  const digits = address.toString(16).padStart(32, '0');
  return (digits.match(/.{4}/g) ?? []).join(':');
}

function findCountry(database: Database, address: string): string {
  const version = isIP(address);
  // The library would look for the first half of an IPv6 address in a database of IPv4.
  if (version === 0 || version > database.metadata.ipVersion) return '';
  try {
    return countryOfRecord(database.getWithPrefixLength(address)[0]);
  } catch {
    // A damaged record must not cost the batch.
    return '';
  }
}
