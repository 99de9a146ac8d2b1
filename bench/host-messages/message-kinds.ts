/**
 * Messages of one kind, as a host page makes them. `make` is the source of a function from a number
 * to the posted value.
 */
export interface MessageKind {
  name: string;
  make: string;
  /** Messages in a round. */
  count: number;
}

const many = 2_000;
/** Heavy messages are fewer, so that a round stays short. */
const few = 20;

const command = (func: string, args: string) =>
  `(n) => JSON.stringify({ event: 'command', func: '${func}', args: [${args}] })`;

/**
 * Refused messages first, in the order in which the player detects them; then two accepted ones for
 * comparison.
 */
export const messageKinds: readonly MessageKind[] = [
  { name: 'not a string', make: '(n) => n', count: many },
  {
    name: 'an object with 50 keys',
    make: `(n) => Object.fromEntries(Array.from({ length: 50 }, (_, k) => ['k' + k, n]))`,
    count: few,
  },
  { name: '1 MB of text', make: `(n) => big ??= 'x'.repeat(1e6)`, count: few },
  { name: 'no JSON', make: `(n) => 'setImmediate$0' + n`, count: many },
  {
    name: 'JSON of somebody else',
    make: `(n) => JSON.stringify({ type: 'analytics', n, data: { a: [1, 2, 3], b: 'c'.repeat(200) } })`,
    count: many,
  },
  { name: 'unknown function', make: command('noSuchThing', 'n'), count: many },
  { name: 'wrong arguments', make: command('seekTo', '{}'), count: many },
  { name: 'obeyed: setVolume', make: command('setVolume', 'n % 100'), count: many },
  {
    name: 'obeyed: addEventListener again',
    make: command('addEventListener', '"onStateChange"'),
    count: many,
  },
];
