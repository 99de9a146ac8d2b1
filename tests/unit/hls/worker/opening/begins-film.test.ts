import { expect, test } from 'vitest';
import { beginsFilm } from '../../../../../hls/worker/opening/begins-film.ts';

/** A box of ISO/IEC 14496-12: size, type, content. */
function box(type: string, ...contents: number[][]): number[] {
  const content = contents.flat();
  const size = content.length + 8;
  return [
    0,
    0,
    size >> 8,
    size & 255,
    ...Array.from(type, (char) => char.charCodeAt(0)),
    ...content,
  ];
}

const tfdt = (time: number) => box('tfdt', [0, 0, 0, 0], [0, 0, 0, time]);
const longTfdt = (time: number) => box('tfdt', [1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, time]);
const traf = (...boxes: number[][]) => box('traf', box('tfhd', [0, 0, 0, 0]), ...boxes);
const moof = (...boxes: number[][]) => box('moof', box('mfhd', [0, 0, 0, 0]), ...boxes);
const styp = box('styp', [1, 2, 3, 4]);
const read = (...boxes: number[][]) => beginsFilm(new Uint8Array(boxes.flat()));

test.each([
  ['a segment at time 0 begins the film', [moof(traf(tfdt(0)))], true],
  ['so does one with boxes before it', [styp, moof(traf(tfdt(0)))], true],
  ['a time of 64 bits is read', [moof(traf(longTfdt(0)))], true],
  ['a later one does not', [moof(traf(tfdt(9)))], false],
  ['a later one of 64 bits does not', [moof(traf(longTfdt(9)))], false],
  ['each track must begin', [moof(traf(tfdt(0)), traf(tfdt(9)))], false],
  ['a track without a time does not', [moof(traf())], false],
  ['a segment without tracks does not', [moof()], false],
  ['a time that is cut off is none', [moof(traf(box('tfdt', [0, 0])))], false],
] as const)('%s', (_, boxes, begins) => {
  expect(read(...boxes.map((each) => [...each]))).toBe(begins);
});

test('it waits until the whole header has come', () => {
  const bytes = new Uint8Array([styp, moof(traf(tfdt(0)))].flat());
  for (let length = 0; length < bytes.length; length += 1)
    expect(beginsFilm(bytes.subarray(0, length))).toBeNull();
  expect(beginsFilm(bytes)).toBe(true);
});

test.each([
  ['text', Array.from('<html>not found</html>', (char) => char.charCodeAt(0))],
  ['a box of size 0', [0, 0, 0, 0, 109, 111, 111, 102]],
  ['a box smaller than its own header', [0, 0, 0, 7, 109, 111, 111, 102]],
  ['a box larger than any memory', [255, 255, 255, 255, 109, 111, 111, 102, 0]],
])('%s is no segment, and costs nothing', (_, bytes) => {
  expect(beginsFilm(new Uint8Array(bytes))).toBeNull();
});
