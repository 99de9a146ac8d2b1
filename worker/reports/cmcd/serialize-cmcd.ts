/**
 * A number for one kind of object, such as `(4200;v)`. `av` is muxed media, or a whole rendition.
 */
interface ObjectValue {
  value: number;
  object?: 'a' | 'v' | 'av';
}

/** A value of a CMCD key, typed as in RFC 8941 ("Structured Field Values"). */
export type CmcdValue =
  | { type: 'boolean'; value: boolean }
  | { type: 'integer'; value: number }
  | { type: 'decimal'; value: number }
  | { type: 'string'; value: string }
  | { type: 'token'; value: string }
  | { type: 'numbers'; value: readonly ObjectValue[] }
  | { type: 'strings'; value: readonly string[] };

/** RFC 8941, section 3.3.1: integers have at most 15 digits. */
const integerMax = 999_999_999_999_999;

/**
 * Serializes one report as CTA-5004-B writes an RFC 8941 dictionary: keys in alphabetical order,
 * commas without spaces, a key alone for true, nothing for false. Values that RFC 8941 cannot
 * express are left out: not a number, too large, or a token with blanks.
 */
export function serializeCmcd(report: Readonly<Record<string, CmcdValue | null>>): string {
  const members: string[] = [];
  for (const key of Object.keys(report).sort()) {
    const value = report[key] ?? null;
    const text = value === null ? null : valueText(value);
    if (text !== null) members.push(`${key}${text}`);
  }
  return members.join(',');
}

function valueText(given: CmcdValue): string | null {
  if (given.type === 'boolean') return given.value ? '' : null;
  const text = itemText(given);
  return text === null ? null : `=${text}`;
}

function itemText(given: Exclude<CmcdValue, { type: 'boolean' }>): string | null {
  switch (given.type) {
    case 'integer':
      return integerText(given.value);
    case 'decimal':
      return decimalText(given.value);
    case 'string':
      return stringText(given.value);
    case 'token':
      return /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/.test(given.value) ? given.value : null;
    case 'numbers':
      return listText(
        given.value.map(({ value, object }) => {
          const text = integerText(value);
          return text === null || object === undefined ? text : `${text};${object}`;
        }),
      );
    case 'strings':
      return listText(given.value.map(stringText));
  }
}

function listText(items: readonly (string | null)[]): string | null {
  const known = items.filter((item) => item !== null);
  return known.length === 0 ? null : `(${known.join(' ')})`;
}

function integerText(value: number): string | null {
  const rounded = Math.round(value);
  return Math.abs(rounded) <= integerMax ? String(rounded === 0 ? 0 : rounded) : null;
}

/** One to three digits after the point. */
function decimalText(value: number): string | null {
  if (!(Math.abs(value) < 1e12)) return null;
  const text = value.toFixed(3).replace(/0{1,2}$/, '');
  return text === '-0.0' ? '0.0' : text;
}

/** Strings hold only visible ASCII and blanks; other characters are percent-encoded. */
function stringText(value: string): string {
  const ascii = value.toWellFormed().replace(/[^\x20-\x7e]+/g, encodeURIComponent);
  return `"${ascii.replace(/["\\]/g, '\\$&')}"`;
}
