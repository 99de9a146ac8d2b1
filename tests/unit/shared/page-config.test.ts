import * as v from 'valibot';
import { expect, test } from 'vitest';
import { pageConfigSchema, pageTitle } from '../../../shared/page-config.ts';

test('the page is called as its video, and as the brand without one', () => {
  expect(pageTitle('Four Lights', 'Offstage')).toBe('Four Lights - Offstage');
  expect(pageTitle('', 'Offstage')).toBe('Offstage');
});

test.each([null, [], 'x', {}, { args: [] }, { args: { video_id: {} } }, { args: {}, attrs: { id: '1 2' } }])(
  'the config %j is refused',
  (config) => {
    expect(v.safeParse(pageConfigSchema, config).success).toBe(false);
  },
);
