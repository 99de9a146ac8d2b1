/** Messages of one kind, as a host page makes them: the source of a function from a number to what is posted. */
export interface MessageKind {
  name: string;
  make: string;
}

const command = (func: string, args: string) =>
  `(n) => JSON.stringify({ event: 'command', func: '${func}', args: [${args}] })`;

/** Refused ones first, in the order in which the player gets to know that they are; two that it obeys, to compare. */
export const messageKinds: readonly MessageKind[] = [
  { name: 'not a string', make: '(n) => n' },
  {
    name: 'an object with 50 keys',
    make: `(n) => Object.fromEntries(Array.from({ length: 50 }, (_, k) => ['k' + k, n]))`,
  },
  { name: '1 MB of text', make: `(n) => big ??= 'x'.repeat(1e6)` },
  { name: 'no JSON', make: `(n) => 'setImmediate$0' + n` },
  {
    name: 'JSON of somebody else',
    make: `(n) => JSON.stringify({ type: 'analytics', n, data: { a: [1, 2, 3], b: 'c'.repeat(200) } })`,
  },
  { name: 'unknown function', make: command('noSuchThing', 'n') },
  { name: 'wrong arguments', make: command('seekTo', '{}') },
  { name: 'obeyed: setVolume', make: command('setVolume', 'n % 100') },
  { name: 'obeyed: addEventListener again', make: command('addEventListener', '"onStateChange"') },
];
