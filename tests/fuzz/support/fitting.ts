import fc from 'fast-check';
import type { Shape } from '../../../shared/tools/shape.ts';

const anyValue = fc.constantFrom(null, true, 0, 'x', [], {});

/** Values that match a shape, without long lists and texts. */
export function fitting(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(fitting));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if ('const' in shape) return fc.constant(shape.const);
  const { minimum: min = -1e15, maximum: max = 1e15 } = shape;
  switch (shape.type) {
    case 'string':
      return textOf(shape);
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'integer':
      return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 3 } = shape;
      return fc.array(fitting(items), {
        minLength,
        maxLength: Math.max(minLength, Math.min(maxItems, 3)),
      });
    }
    case 'object':
      return objectOf(shape);
    default:
      return anyValue;
  }
}

function textOf({ pattern, minLength = 0, maxLength = Infinity }: Shape): fc.Arbitrary<string> {
  if (pattern === undefined)
    return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 20)) });
  const isLong = (text: string) => text.length >= minLength && text.length <= maxLength;
  return fc.stringMatching(new RegExp(pattern), { size: 'small' }).filter(isLong);
}

function objectOf({ properties = {}, required = [], ...of }: Shape): fc.Arbitrary<unknown> {
  const named = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, fitting(inner)])),
    { requiredKeys: [...required], noNullPrototype: true },
  );
  if (of.additionalProperties === undefined) return named;
  const names = textOf(of.propertyNames ?? {}).filter((name) => name !== '__proto__');
  return fc.dictionary(names, fitting(of.additionalProperties), {
    maxKeys: 3,
    noNullPrototype: true,
  });
}
