import { expect, test } from 'vitest';
import {
  createLinkDirection,
  type DirectionOptions,
} from '../../../../../bench/support/link/link-direction.ts';
import { createFakeClock } from '../../../fake-clock.ts';

const packetBytes = 1_460;

function openDirection(options: Partial<DirectionOptions> = {}) {
  const clock = createFakeClock(0);
  const direction = createLinkDirection({
    bitsPerSec: 1_600_000,
    roundTripMs: 150,
    lossRate: 0,
    random: () => 0.5,
    clock,
    ...options,
  });
  /** @returns a connection whose arrivals are recorded */
  function connect() {
    const state = { arrivals: [] as { atMs: number; bytes: Buffer }[], takes: true, rooms: 0 };
    const finished: number[] = [];
    const flow = direction.openFlow({
      deliver(bytes) {
        state.arrivals.push({ atMs: clock.now(), bytes });
        return state.takes;
      },
      finish: () => finished.push(clock.now()),
      onRoom: () => (state.rooms += 1),
    });
    const received = () => Buffer.concat(state.arrivals.map(({ bytes }) => bytes));
    return { flow, state, finished, received, lastMs: () => state.arrivals.at(-1)?.atMs };
  }
  return { clock, connect };
}

/** Bytes whose order can be checked. */
const numbered = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => at % 251));

test('bytes take their time at the bandwidth and half a round trip, in packets of 1,460 bytes', () => {
  const { clock, connect } = openDirection();
  const { flow, state, lastMs } = connect();
  flow.send(numbered(16_000));
  clock.advance(1_000);
  // 80 ms for 128,000 bits.
  expect(lastMs()).toBeCloseTo(80 + 75);
  expect(state.arrivals[0]?.atMs).toBeCloseTo(7.3 + 75);
  expect(state.arrivals.map(({ bytes }) => bytes.length)).toEqual([
    ...Array<number>(10).fill(packetBytes),
    1_400,
  ]);
});

test('a line that was idle begins with new bytes when they come, and saves up nothing', () => {
  const { clock, connect } = openDirection();
  const { flow, lastMs } = connect();
  flow.send(numbered(2_000));
  clock.advance(500);
  flow.send(numbered(2_000));
  clock.advance(500);
  expect(lastMs()).toBeCloseTo(500 + 10 + 75);
});

test('a timer that comes late costs no bandwidth', () => {
  const clock = createFakeClock(0);
  const late = {
    now: clock.now,
    setTimer: (run: () => void, ms: number) => clock.setTimer(run, ms + 30),
  };
  const { connect } = openDirection({ clock: late });
  const { flow, received } = connect();
  for (let sent = 0; sent < 100_000; sent += 10_000) {
    flow.send(numbered(10_000));
    clock.advance(10);
  }
  // The rest of 500 ms on the line, half a round trip, and two late timers.
  clock.advance(400 + 75 + 60);
  expect(received()).toHaveLength(100_000);
});

test('connections take turns, so that a short answer does not wait for a long one', () => {
  const { clock, connect } = openDirection();
  const long = connect();
  const short = connect();
  long.flow.send(numbered(100_000));
  clock.advance(100);
  short.flow.send(numbered(packetBytes * 5));
  clock.advance(2_000);
  // Its five packets and five of the other's, after the packet that was on the line.
  expect(short.lastMs()).toBeLessThan(100 + 11 * 7.3 + 75);
  expect(short.lastMs()).toBeGreaterThan(100 + 9 * 7.3 + 75);
  expect(long.lastMs()).toBeCloseTo(500 + 5 * 7.3 + 75);
});

test('two connections that always send have half of the bandwidth each', () => {
  const { clock, connect } = openDirection();
  const both = [connect(), connect()];
  for (const { flow } of both) flow.send(numbered(200_000));
  clock.advance(1_000 + 75);
  for (const { received } of both)
    expect(Math.abs(received().length - 100_000)).toBeLessThanOrEqual(packetBytes);
});

test('a lost packet holds up its own connection for a retransmission, in order, and no other', () => {
  const draws = [0.9, 0.001, 0.9];
  const { clock, connect } = openDirection({ lossRate: 0.01, random: () => draws.shift() ?? 0.9 });
  const lossy = connect();
  const other = connect();
  lossy.flow.send(numbered(packetBytes * 3));
  clock.advance(3 * 7.3);
  other.flow.send(numbered(packetBytes));
  clock.advance(1_000);
  const [first, lost, next] = lossy.state.arrivals.map(({ atMs }) => atMs);
  expect(first).toBeCloseTo(7.3 + 75);
  // A retransmission takes 200 ms at least, though the round trip is shorter.
  expect(lost).toBeCloseTo(2 * 7.3 + 75 + 200);
  expect(next).toBeCloseTo(2 * 7.3 + 75 + 200);
  expect(lossy.received().equals(numbered(packetBytes * 3))).toBe(true);
  expect(other.lastMs()).toBeCloseTo(4 * 7.3 + 75);
});

test('over a long line a lost packet costs a whole round trip', () => {
  const { clock, connect } = openDirection({ roundTripMs: 600, lossRate: 1 });
  const { flow, lastMs } = connect();
  flow.send(numbered(packetBytes));
  clock.advance(2_000);
  expect(lastMs()).toBeCloseTo(7.3 + 300 + 600);
});

test('order holds with many losses and interleaved sends', () => {
  let draw = 0;
  const { clock, connect } = openDirection({
    lossRate: 0.3,
    random: () => (draw = (draw + 0.37) % 1),
  });
  const flows = [connect(), connect(), connect()];
  const sent = numbered(90_000);
  for (let at = 0; at < sent.length; at += 3_000) {
    for (const { flow } of flows) flow.send(sent.subarray(at, at + 3_000));
    clock.advance(5);
  }
  clock.advance(10_000);
  expect(flows.map(({ received }) => received().equals(sent))).toEqual([true, true, true]);
});

test('a closed connection delivers nothing more and leaves the line to the others', () => {
  const { clock, connect } = openDirection();
  const closed = connect();
  const other = connect();
  closed.flow.send(numbered(100_000));
  other.flow.send(numbered(packetBytes * 2));
  clock.advance(7.3);
  closed.flow.close();
  clock.advance(1_000);
  expect(closed.state.arrivals).toEqual([]);
  expect(other.lastMs()).toBeCloseTo(3 * 7.3 + 75);
  expect(clock.timerCount).toBe(0);
});

test('a sender stops at 256 kB that wait, and goes on when there is room', () => {
  const { clock, connect } = openDirection();
  const { flow, state } = connect();
  expect(flow.send(numbered(200_000))).toBe(true);
  expect(flow.send(numbered(56_000))).toBe(false);
  expect(state.rooms).toBe(0);
  clock.advance(10);
  expect(state.rooms).toBe(1);
  clock.advance(10_000);
  expect(state.rooms).toBe(1);
});

test('a receiver that takes no more rests until it resumes, and the line serves the others', () => {
  const { clock, connect } = openDirection();
  const resting = connect();
  const other = connect();
  resting.state.takes = false;
  resting.flow.send(numbered(100_000));
  clock.advance(1_000);
  const arrived = resting.received().length;
  // Only the packets that were under way when the first arrived.
  expect(arrived).toBeLessThan(20_000);
  other.flow.send(numbered(packetBytes));
  clock.advance(1_000);
  expect(other.lastMs()).toBeCloseTo(1_000 + 7.3 + 75);
  expect(resting.received()).toHaveLength(arrived);
  resting.state.takes = true;
  resting.flow.resume();
  clock.advance(1_000);
  expect(resting.received().equals(numbered(100_000))).toBe(true);
});

test('the end arrives after the last byte, and at once without any', () => {
  const { clock, connect } = openDirection();
  const { flow, finished } = connect();
  flow.send(numbered(16_000));
  flow.finish();
  expect(finished).toEqual([]);
  clock.advance(1_000);
  expect(finished).toHaveLength(1);
  expect(finished[0]).toBeCloseTo(155);
  const empty = connect();
  empty.flow.finish();
  expect(empty.finished).toEqual([1_000]);
});
