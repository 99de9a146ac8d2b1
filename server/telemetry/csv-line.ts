/**
 * A line of CSV (RFC 4180). Viewers' pages name hosts and videos, and a spreadsheet runs what begins like a formula; before such a
 * text an apostrophe is set.
 */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

function field(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
