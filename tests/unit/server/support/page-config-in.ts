import { expect } from 'vitest';
import { schemaDocument } from '../../../support/published.ts';
import { expectPublished } from './expect-published.ts';

/**
 * @returns the page config of a player page. It must match its published schema, without extra
 * fields
 */
export function pageConfigIn(html: string) {
  const json =
    /<script type="application\/json" id="page-config">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const config = JSON.parse(json);
  expectPublished('page-config', config);
  expect(Object.keys(schemaDocument('page-config').properties ?? {})).toEqual(
    expect.arrayContaining(Object.keys(config)),
  );
  return config;
}
