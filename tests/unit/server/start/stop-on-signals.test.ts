import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { stopOnSignals } from '../../../../server/start/stop-on-signals.ts';

function start(connected?: boolean) {
  const process = Object.assign(new EventEmitter(), { connected });
  const exits = new EventEmitter();
  const codes: number[] = [];
  const stopping = Promise.withResolvers<void>();
  const ignoreSignals = stopOnSignals(
    process,
    () => stopping.promise,
    (code) => {
      codes.push(code);
      exits.emit('exit');
    },
  );
  return { process, exits, codes, stopping, ignoreSignals };
}

test.each(['SIGTERM', 'SIGINT', 'disconnect'])(
  '%s lets all work finish before the process ends with 0',
  async (signal) => {
    const { process, exits, codes, stopping } = start();
    process.emit(signal);
    expect(codes).toEqual([]);
    const exited = once(exits, 'exit');
    stopping.resolve();
    await exited;
    expect(codes).toEqual([0]);
  },
);

test('a second signal of either kind ends the process at once with 1', () => {
  const { process, codes } = start();
  process.emit('SIGTERM');
  process.emit('SIGINT');
  expect(codes).toEqual([1]);
});

test('a parent that has already ended counts as a signal', async () => {
  const { exits, codes, stopping } = start(false);
  const exited = once(exits, 'exit');
  stopping.resolve();
  await exited;
  expect(codes).toEqual([0]);
});

test('no listener stays that would keep the process alive', () => {
  const { process, ignoreSignals } = start(true);
  expect(process.eventNames()).toEqual(['SIGINT', 'SIGTERM', 'disconnect']);
  ignoreSignals();
  expect(process.eventNames()).toEqual([]);
});
