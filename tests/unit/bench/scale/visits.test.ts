import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { eventsOfVisit, visit } from '../../../../bench/scale/visits.ts';
import { parseBatch } from '../../../../server/intake/parse-batch.ts';
import { dayInId } from '../../../../server/store/id-day.ts';

const day = 20_000;
const noon = (day + 0.5) * 86_400_000;

function parsed(n: number, daysAhead = 0) {
  const result = parseBatch(gunzipSync(visit(n, daysAhead, noon)).toString());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

test('the intake refuses nothing of a visit of the bench', () => {
  const { events, rejections } = parsed(1);
  expect([events.length, rejections]).toEqual([eventsOfVisit, []]);
});

test('each visit is a document of its own, the same one when it is sent again', () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => parsed(n).sid);
  expect(new Set(ids).size).toBe(1_000);
  expect(parsed(7).sid).toBe(ids[7]);
});

test('a page whose clock is ahead has a later day in its id', () => {
  expect([0, 3].map((ahead) => dayInId(parsed(1, ahead).sid))).toEqual([day, day + 3]);
});
