/**
 * One number the product works by.
 * @typedef {{ name: string, value: number, source: string, meaning: string }} Limit
 */

/**
 * Reads what the source says about its limits: each group has its title and each limit its source and its meaning in a comment.
 * @param {string} sourceText of `shared/limits.ts`
 * @param {Record<string, Record<string, number>>} values what that module exports
 * @returns {{ name: string, title: string, limits: Limit[] }[]} in the order of the source
 * @throws {Error} naming the group or limit whose comment is missing
 */
export function readLimitGroups(sourceText, values) {
  // A module tells its exports by their names' order.
  const inSourceOrder = Object.entries(values).sort(
    ([a], [b]) => sourceText.indexOf(`const ${a} `) - sourceText.indexOf(`const ${b} `),
  );
  return inSourceOrder.map(([name, group]) => ({
    name,
    title: commentBefore(sourceText, `export const ${name} = {`),
    limits: Object.entries(group).map(([key, value]) =>
      readLimit(bodyOf(sourceText, name), key, value),
    ),
  }));
}

/**
 * @param {readonly Pick<ReturnType<typeof readLimitGroups>[number], 'title' | 'limits'>[]} groups
 * @returns {string} a heading and a table for each group
 */
export function limitTables(groups) {
  return groups
    .map(({ title, limits }) => [`### ${title}`, '', ...tableOf(limits)].join('\n'))
    .join('\n\n');
}

/**
 * @param {string} documentText with `<!-- NAME -->` and `<!-- /NAME -->` on lines of their own
 * @param {string} tables
 * @param {string} name
 * @returns {string} the document with the tables between them
 */
export function withTables(documentText, tables, name = 'limits') {
  const [before, rest] = documentText.split(`<!-- ${name} -->\n`);
  const after = rest?.split(`<!-- /${name} -->`).at(1);
  if (after === undefined) throw new Error(`The document has no line for its ${name}.`);
  return `${before}<!-- ${name} -->\n\n${tables}\n\n<!-- /${name} -->${after}`;
}

/**
 * @param {string} body of the group
 * @param {string} name
 * @param {number} value
 * @returns {Limit}
 */
function readLimit(body, name, value) {
  const comment = commentBefore(body, `  ${name}: `);
  const [, source, meaning] = /^([^:]+): (.+)$/.exec(comment) ?? [];
  if (source === undefined || meaning === undefined)
    throw new Error(
      `The comment of ${name} does not begin with the source of the number, such as "§9: ".`,
    );
  return { name, value, source, meaning };
}

/**
 * @param {string} sourceText
 * @param {string} groupName
 */
function bodyOf(sourceText, groupName) {
  const from = sourceText.indexOf(`export const ${groupName} = {`);
  return sourceText.slice(from, sourceText.indexOf('\n} as const;', from));
}

/**
 * The text of the comment that ends on the line before.
 * @param {string} text
 * @param {string} lineStart
 */
function commentBefore(text, lineStart) {
  const before = text.slice(0, Math.max(0, text.indexOf(`\n${lineStart}`))).trimEnd();
  const comment = before.endsWith('*/') ? before.slice(before.lastIndexOf('/**') + 3, -2) : '';
  const words = comment
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words === '') throw new Error(`${lineStart.trim()} has no comment that tells what it is.`);
  return words;
}

/** @param {readonly Limit[]} limits */
function tableOf(limits) {
  const rows = limits.map(
    ({ name, value, source, meaning }) =>
      `| \`${name}\` | ${inWords(name, value)} | ${source} | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| limit | value | source | meaning |', '| --- | --- | --- | --- |', ...rows];
}

/** @type {Readonly<Record<string, string>>} */
const unitWords = { Bytes: ' bytes', Chars: ' characters', PerSec: ' a second' };

/**
 * The unit stands at the end of the name.
 * @param {string} name
 * @param {number} value
 */
function inWords(name, value) {
  if (name.endsWith('Ms')) return timeInWords(value);
  const [unit = ''] = /(Bytes|Chars|PerSec)$/.exec(name) ?? [];
  return value.toLocaleString('en') + (unitWords[unit] ?? '');
}

/** @type {readonly [ms: number, name: string][]} */
const timeUnits = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
];

/**
 * In the largest unit that makes it a whole number.
 * @param {number} ms
 */
function timeInWords(ms) {
  const [size, unit] = timeUnits.find(([unitMs]) => ms % unitMs === 0) ?? [1, 'ms'];
  return `${(ms / size).toLocaleString('en')} ${unit}`;
}
