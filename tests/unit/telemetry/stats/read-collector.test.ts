import { expect, test } from 'vitest';
import { pageConfigElementId } from '../../../../shared/page/page-config.ts';
import { readCollector } from '../../../../src/telemetry/stats/read-collector.ts';

test.each([
  ['{"args":{},"cmcd":"https://collector.example/"}', 'https://collector.example/'],
  // A host page can write these: player variables.
  ['{"args":{"cmcd":"https://evil.example/"}}', null],
  ['{"cmcd":7}', null],
  ['[]', null],
  ['null', null],
  ['{', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the config %j names the collector %j', (text, collector) => {
  expect(readCollector(text)).toBe(collector);
});

test('the element is the one that holds the page config', () => {
  expect(pageConfigElementId).toBe('page-config');
});
