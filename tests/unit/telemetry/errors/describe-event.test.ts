import { expect, test } from 'vitest';
import { describeEvent } from '../../../../src/telemetry/errors/describe-event.ts';
import { RenderError } from '../../../../src/ui/controls/render-error.ts';

/** Node has no `ErrorEvent`; only these properties are read. */
function errorEvent(fields: Partial<ErrorEvent>): Event {
  const facts = { isTrusted: true, message: '', filename: '', lineno: 0, colno: 0, error: null };
  return { ...facts, ...fields } as ErrorEvent;
}

const place = { filename: 'https://embed.example/assets/page-abc.js', lineno: 3, colno: 14 };

test('an error keeps its name, message and stack', () => {
  const error = new TypeError('x is null');
  const event = errorEvent({ message: 'Uncaught TypeError: x is null', error, ...place });
  expect(describeEvent(event)).toEqual({
    source: 'page',
    type: 'TypeError',
    message: 'x is null',
    stack: error.stack,
    params: {},
  });
});

test('an error without a stack is reported with the place that the browser names', () => {
  const stack = '    at https://embed.example/assets/page-abc.js:3:14';
  expect(
    describeEvent(errorEvent({ message: 'Uncaught boo', error: 'boo', ...place })),
  ).toMatchObject({
    message: 'boo',
    stack,
  });
  // As it comes from a worker, where the error itself stays.
  const dead = { message: 'Uncaught RangeError: too far: 7', isTrusted: false, ...place };
  expect(describeEvent(errorEvent(dead))).toMatchObject({
    source: 'worker',
    type: 'RangeError',
    message: 'too far: 7',
    stack,
  });
});

test('a rejection is reported by its reason', () => {
  const event = { reason: new Error('no') } as unknown as Event;
  expect(describeEvent(event)).toMatchObject({
    source: 'page_rejection',
    type: 'Error',
    message: 'no',
  });
});

test('an error caught by React is reported by its cause, with the components around it', () => {
  const cause = new TypeError('x is null');
  const error = new RenderError(cause, '\n    at SeekBar');
  expect(describeEvent(errorEvent({ message: 'Uncaught', error, ...place }))).toEqual({
    source: 'react',
    type: 'TypeError',
    message: 'x is null',
    stack: cause.stack,
    params: { componentStack: '\n    at SeekBar' },
  });
});

test('hidden details of other scripts’ errors stay hidden, and an event that is no error gives nothing', () => {
  expect(describeEvent(errorEvent({ message: 'Script error.' }))).toMatchObject({
    message: 'Script error.',
    stack: '',
  });
  expect(describeEvent(new Event('error'))).toMatchObject({ message: '', stack: '' });
});
