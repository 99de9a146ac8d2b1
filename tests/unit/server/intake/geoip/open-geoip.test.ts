import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGeoip } from '../../../../../server/intake/geoip/open-geoip.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { writeMmdb } from './write-mmdb.ts';

const databaseOf = (country: string) => writeMmdb([{ country_code: country }, {}]);

async function start() {
  const file = join(tempDirectory({ 'geo.mmdb': databaseOf('DE') }), 'geo.mmdb');
  const sentences: string[] = [];
  const opened = await openGeoip(file, (sentence) => sentences.push(sentence));
  if (!opened.ok) throw new Error(opened.error.message);
  const { countryOf, check } = opened.value;
  return { file, sentences, check, country: () => countryOf('1.2.3.4') };
}

test('a replaced file is read once it no longer changes, and the operator reads that', async () => {
  const { file, sentences, check, country } = await start();
  await check();
  expect([country(), sentences]).toEqual(['DE', []]);
  writeFileSync(`${file}.new`, databaseOf('FR'));
  renameSync(`${file}.new`, file);
  await check();
  // It may still be being written.
  expect([country(), sentences]).toEqual(['DE', []]);
  writeFileSync(file, databaseOf('US'));
  await check();
  expect([country(), sentences]).toEqual(['DE', []]);
  await check();
  expect(country()).toBe('US');
  await check();
  expect(sentences).toEqual([
    `The GeoIP file ${file} was replaced; countries come from the new one.`,
  ]);
});

test('a replaced file that is damaged or gone is reported once, and the previous one stays in use [threat-geoip-file]', async () => {
  const { file, sentences, check, country } = await start();
  const settle = async () => {
    for (let n = 0; n < 3; n++) await check();
  };
  writeFileSync(file, databaseOf('FR').subarray(0, 30));
  await settle();
  expect(country()).toBe('DE');
  rmSync(file);
  await settle();
  expect(country()).toBe('DE');
  const still = 'Until then, countries come from the file as it was before.';
  expect(sentences).toEqual([
    `The GeoIP file ${file} is not a whole database in the MaxMind DB format (.mmdb); download it again. ${still}`,
    `The GeoIP file ${file} does not exist; correct --geoip, or download a database of countries. ${still}`,
  ]);
  writeFileSync(file, databaseOf('FR'));
  await settle();
  expect(country()).toBe('FR');
});

test('without a file no country is known', async () => {
  const opened = await openGeoip(null, () => {});
  expect(opened.ok && opened.value.countryOf('8.8.8.8')).toBe('');
});
