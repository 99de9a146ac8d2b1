import { expect, test } from 'vitest';
import { findCallback } from '../../../../src/boot/provider-config/find-callback.ts';

function scopeWith(noted: unknown[]) {
  const note = (...args: unknown[]) => void noted.push(args);
  const provider = {
    name: 'provider',
    ready(...args: unknown[]) {
      noted.push([this.name, ...args]);
    },
  };
  return {
    onReady: note,
    $: { _: note },
    provider,
    text: 'no function',
    get locked(): never {
      throw new DOMException('Blocked a frame', 'SecurityError');
    },
  };
}

test.each([
  ['onReady', ['video-player', 'embed']],
  ['$._', ['video-player', 'embed']],
  ['provider.ready', ['provider', 'video-player', 'embed']],
])(
  '%s is called with the player’s id and the application, as a method of its object',
  (path, args) => {
    const noted: unknown[] = [];
    const found = findCallback(path, scopeWith(noted));
    if (found.ok) found.value('video-player', 'embed');
    expect(noted).toEqual([args]);
  },
);

test.each([
  5,
  true,
  undefined,
  '',
  ' ',
  'onReady()',
  'onReady;alert(1)',
  'alert`1`',
  'provider["ready"]',
  'provider..ready',
  '.onReady',
  'onReady.',
  '1onReady',
  'onReady\n',
  'javascript:onReady',
  'x'.repeat(101),
  'a.'.repeat(100_000),
])('%j is not a function’s name', (path) => {
  expect(findCallback(path, scopeWith([]))).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('This is not a function name') },
  });
});

test.each([
  'missing',
  'missing.deeper',
  'text',
  'text.toUpperCase',
  'provider',
  'locked',
  'locked.x',
  // Inherited functions are not callbacks.
  'toString',
  'constructor',
  'constructor.constructor',
  '__proto__.toString',
  'onReady.constructor',
  'onReady.call',
])('the function %s is not found', (path) => {
  expect(findCallback(path, scopeWith([]))).toMatchObject({
    ok: false,
    error: { code: 'BAD_CALLBACK', message: expect.stringContaining(`no function ${path}`) },
  });
});
