import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readGeoip } from '../../../../../server/intake/geoip/read-geoip.ts';
import { startServer } from '../../../../../server/start/start-server.ts';
import { testOptions } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { realFile } from './real-file.ts';
import { writeMmdb } from './write-mmdb.ts';

const fileOf = (bytes: Uint8Array) => join(tempDirectory({ 'geo.mmdb': bytes }), 'geo.mmdb');

async function countriesIn(file: string) {
  const read = await readGeoip(file);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

test('a real database has the countries of addresses, and other text has none', async () => {
  const countryOf = await countriesIn(realFile);
  expect(
    ['8.8.8.8', '217.0.0.1', '193.0.6.139', '2001:4860:4860::8888', '2003::1'].map(countryOf),
  ).toEqual(['US', 'DE', 'NL', 'US', 'DE']);
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '', 'unknown', '8.8.8', '8.8.8.8:80'])
    expect(countryOf(address), address).toBe('');
});

test.each([
  ['MaxMind and DB-IP', { country: { iso_code: 'DE' }, registered_country: { iso_code: 'FR' } }],
  ['a network that is only registered', { registered_country: { iso_code: 'DE' } }],
  ['IP2Location and ip-location-db', { country_code: 'DE' }],
  ['IPinfo', { country: 'DE' }],
  ['IPinfo, with a name', { country: 'Germany', country_code: 'DE' }],
])('records like those of %s have a country', async (_provider, record) => {
  const countryOf = await countriesIn(fileOf(writeMmdb([record, {}])));
  expect([countryOf('1.2.3.4'), countryOf('200.1.1.1')]).toEqual(['DE', '']);
});

test.each([
  { country: { iso_code: '<b>' } },
  { country: { iso_code: 'DEU' } },
  { country: { iso_code: 5 } },
  { country: 5 },
  'DE',
])('a record without a code is of an unknown country: %j', async (record) => {
  const countryOf = await countriesIn(fileOf(writeMmdb([record, { country_code: 'FR' }])));
  expect([countryOf('1.2.3.4'), countryOf('200.1.1.1')]).toEqual(['', 'FR']);
});

test('a database of IPv4 says nothing about IPv6', async () => {
  const records = [{ country_code: 'DE' }, { country_code: 'FR' }] as const;
  const ofIpv4 = await countriesIn(fileOf(writeMmdb(records)));
  expect([ofIpv4('1.2.3.4'), ofIpv4('2003::1'), ofIpv4('8000::1')]).toEqual(['DE', '', '']);
  const ofBoth = await countriesIn(fileOf(writeMmdb(records, { ipVersion: 6 })));
  expect([ofBoth('1.2.3.4'), ofBoth('2003::1'), ofBoth('8000::1')]).toEqual(['DE', 'DE', 'FR']);
});

test('a damaged record is an unknown country, and others are found [threat-geoip-file]', async () => {
  const bytes = writeMmdb([{ country_code: 'DE' }, { country_code: 'FR' }]);
  const last = bytes.indexOf('country_code', bytes.indexOf('country_code') + 1);
  // A pointer that leads out of the file, and a map that contains itself.
  for (const damage of [Buffer.from([0x38, 0x7f, 0xff, 0xff, 0xff]), Buffer.from([0x20, 0x13])]) {
    const damaged = Buffer.from(bytes);
    damage.copy(damaged, last - 2 + 1);
    const countryOf = await countriesIn(fileOf(damaged));
    expect([countryOf('1.2.3.4'), countryOf('200.1.1.1')]).toEqual(['DE', '']);
  }
});

const real = () => readFileSync(realFile);
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

test.each<[string, () => string, string]>([
  [
    'is missing',
    () => join(tempDirectory(), 'geo.mmdb'),
    'does not exist; correct --geoip, or download a database of countries.',
  ],
  ['is a directory', () => tempDirectory(), 'is not a file; name a file that ends in .mmdb.'],
  [
    'is compressed',
    () => fileOf(gzipSync(writeMmdb([{ country_code: 'DE' }, {}]))),
    'is compressed; unpack it, and name the file that ends in .mmdb.',
  ],
  ...(
    [
      ['is a text', () => Buffer.from('Not found')],
      ['is empty', () => Buffer.alloc(0)],
      ['was cut', () => half(real())],
      ['lacks its middle', () => Buffer.concat([half(half(real())), real().subarray(-100_000)])],
      ['has damaged metadata', () => writeMmdb([{}, {}]).subarray(0, -30)],
    ] as const
  ).map(([what, make]): [string, () => string, string] => [
    what,
    () => fileOf(make()),
    'is not a whole database in the MaxMind DB format (.mmdb); download it again.',
  ]),
  [
    'has no countries',
    () => fileOf(writeMmdb([{ autonomous_system_number: 1 }, {}], { type: 'GeoLite2-ASN' })),
    'has no countries: its type is "GeoLite2-ASN"; use a database of countries or cities.',
  ],
])(
  'a GeoIP file that %s is refused with cause and fix, and no server starts [threat-geoip-file]',
  async (_what, make, sentence) => {
    const file = make();
    const message = `The GeoIP file ${file} ${sentence}`;
    expect(await readGeoip(file)).toMatchObject({ ok: false, error: { message } });
    const started = await startServer(testOptions({ geoipFile: file }), {
      now: Date.now,
      reportError: () => {},
      warn: () => {},
      signal: new AbortController().signal,
    });
    expect(started).toMatchObject({ ok: false, error: { message } });
  },
);
