/**
 * One limit of the product.
 * @typedef {{ name: string, value: number, source: string, meaning: string }} Limit
 */

/**
 * Whether an export is a group of plain numbers. Other exports of limit files are limits on cost,
 * which docs/security.md lists.
 * @param {unknown} group
 * @returns {group is Record<string, number>}
 */
export function isNumberGroup(group) {
  return (
    typeof group === 'object' &&
    group !== null &&
    Object.values(group).every((value) => typeof value === 'number')
  );
}

/**
 * Reads limits from their source file: each group has a comment with its title, and each limit one
 * with its source and meaning.
 * @param {string} sourceText of a file of limits
 * @param {Readonly<Record<string, Record<string, number>>>} values its exports that are groups
 * @returns {{ name: string, title: string, limits: Limit[] }[]} in the order of the source
 * @throws {Error} naming the group or limit without a comment
 */
export function readLimitGroups(sourceText, values) {
  // Module exports are ordered by name, so sort them by their place in the source.
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
 * @param {readonly { title: string, file?: string, limits: Limit[] }[]} groups
 * @returns {string} a heading and a table for each group, with the name of its file if there is one
 */
export function limitTables(groups) {
  return groups
    .map(({ title, file, limits }) =>
      [`### ${title}`, '', ...(file ? [`\`${file}\``, ''] : []), ...tableOf(limits)].join('\n'),
    )
    .join('\n\n');
}

/**
 * @param {string} documentText with `<!-- NAME -->` and `<!-- /NAME -->` on separate lines
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
  return sourceText.slice(from, sourceText.indexOf('\n}', from));
}

/**
 * The text of the comment directly above the line.
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
 * The unit is the end of the name.
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
 * Uses the largest unit that gives a whole number.
 * @param {number} ms
 */
function timeInWords(ms) {
  const [size, unit] = timeUnits.find(([unitMs]) => ms % unitMs === 0) ?? [1, 'ms'];
  return `${(ms / size).toLocaleString('en')} ${unit}`;
}
