/**
 * A line of CSV (RFC 4180). Hosts and videos come from viewers' pages, and a spreadsheet runs text
 * that begins like a formula. An apostrophe before such text prevents it.
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
