import fc from 'fast-check';

/** Bytes that often break parsers. */
const tokens = [
  '"__proto__":',
  '"constructor"',
  '1e999',
  '-1e999',
  '-0',
  '9007199254740993',
  '1e-7',
  'null',
  'true',
  '[',
  ']',
  '{',
  '}',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u2028"',
  ',',
  '%00',
  '%ff',
  '&',
  '=',
  '\0',
  '\ufeff',
  '\u2028',
  '</script>',
  '\r\n',
  '['.repeat(2_000),
  '{"a":'.repeat(500),
  'x'.repeat(5_000),
];

interface Change {
  at: number;
  length: number;
  kind: string;
  token: string;
  byte: number;
}

/** Position and kind: a share of the length, and a change. */
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 0, max: 20 }),
  kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat', 'end'),
  token: fc.constantFrom(...tokens),
  byte: fc.integer({ min: 0, max: 255 }),
});

function apply(bytes: Buffer, { at, length, kind, token, byte }: Change): Buffer {
  const from = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, from), bytes.subarray(from)];
  if (kind === 'flip') return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
  if (kind === 'cut') return Buffer.concat([before, after.subarray(length)]);
  if (kind === 'insert') return Buffer.concat([before, Buffer.from(token), after]);
  if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, length * 10), after]);
  return before;
}

/** Valid inputs with up to four bytes or parts changed; every fifth unchanged. */
export function mutatedBytes(valid: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(valid, fc.array(change, { maxLength: 4 }))
    .map(([bytes, changes]) => changes.reduce(apply, Buffer.from(bytes)));
}

/** The same for text. Invalid UTF-8 becomes the replacement character. */
export function mutatedText(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return mutatedBytes(valid.map((text) => Buffer.from(text))).map((bytes) => bytes.toString());
}

const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'length', '', '0', 'then'];

/**
 * V8 13.6 (Node 24) reads a key of one escaped character as a backslash once it has seen that key
 * in its place: `JSON.parse` of `{"a":1,"\\":1}`, and then of `{"a":1,"\u003e":1}`.
 */
export const isReadRight = (key: string) => key !== '\\';

/** Any JSON, nested, with dangerous keys. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      null,
      true,
      false,
      '',
      0,
      -0,
      1e308,
      2 ** 53,
      -1,
      1.5,
      'x'.repeat(200),
      '\ud800',
      '\0',
      '\u2028',
    ),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(
        fc.tuple(fc.oneof(fc.constantFrom(...keys), fc.string().filter(isReadRight)), tie('value')),
        {
          maxLength: 5,
        },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** An object with some of its fields replaced or left out. */
export function damaged(
  valid: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(valid).map(
    ([name, value]) =>
      [
        name,
        fc.oneof(
          { weight: 6, arbitrary: fc.constant(value) },
          { weight: 1, arbitrary: hostileJson },
        ),
      ] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    noNullPrototype: true,
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, unknown>>;
}
