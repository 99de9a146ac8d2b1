/**
 * Claims are rows of the documents that state what the product does, each with an id such as
 * `spec-9.3`. A test proves a row by ending its title with the id: `a batch holds 100 events
 * [spec-9.8]`. The title may change; the id stays.
 *
 * 1. Every claim names the files of its tests. `npm run docs` writes them.
 * 2. In each of these files, at least one test with the id ran. Every test with the id passed, in
 *    every project that ran it.
 * 3. Every id in a title belongs to one claim.
 */

/** @typedef {import('./test-reports.js').TestResult} TestResult */

/**
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} document
 * @property {string[]} files
 */

/** Documents with claims. */
export const claimDocuments = ['docs/features.md', 'docs/specification.md', 'docs/security.md'];

const id = String.raw`(?:spec|feature|threat|attack)-[\w.-]*\w`;
const idList = `\\[(${id}(?:, ${id})*)\\]`;
/** A table row whose last cells are the id and the files of its tests. */
const claimRow = new RegExp(`^(\\|.* \\| \`(${id})\` \\|) ([^|]*) \\|$`, 'gm');

/**
 * @param {string} text Markdown
 * @param {string} document its path
 * @returns {Claim[]}
 */
export function readClaims(text, document) {
  return [...text.matchAll(claimRow)].map(([, , id = '', files = '']) => ({
    id,
    document,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }));
}

/**
 * @param {string} text Markdown
 * @param {ReadonlyMap<string, readonly string[]>} proofs test files by claim
 * @returns {string} the same text with these files in its rows
 */
export function withProofs(text, proofs) {
  return text.replaceAll(claimRow, (_, row, id) => {
    const files = (proofs.get(id) ?? []).map((file) => `\`${file}\``);
    return `${row} ${files.join(' ') || '–'} |`;
  });
}

/**
 * @param {string} title of a test, with the titles of the groups around it
 * @returns {string[]} ids of the claims that it proves
 */
export function idsInTitle(title) {
  return [...title.matchAll(new RegExp(idList, 'g'))].flatMap(([, ids = '']) => ids.split(', '));
}

/**
 * @param {string} text source of tests
 * @returns {string[]} ids at the end of their titles
 */
export function idsInSource(text) {
  return [...text.matchAll(new RegExp(`${idList}(?=['"\`])`, 'g'))].flatMap(([, ids = '']) =>
    ids.split(', '),
  );
}

/**
 * @param {readonly Claim[]} claims
 * @param {ReadonlyMap<string, readonly TestResult[]>} reports tests of this run by suite
 * @returns {string[]} one sentence for each suite without results and for each id without proof
 */
export function checkClaims(claims, reports) {
  const silent = [...reports].filter(([, results]) => results.length === 0).map(([suite]) => suite);
  const tests = [...reports.values()].flat().map((test) => ({ test, ids: idsInTitle(test.title) }));
  /** @param {string} id */
  const testsOf = (id) => tests.filter(({ ids }) => ids.includes(id)).map(({ test }) => test);
  const known = claims.map(({ id }) => id);
  const unknown = new Set(tests.flatMap(({ ids }) => ids).filter((id) => !known.includes(id)));
  return [
    ...silent.map(
      (suite) => `${suite} left no readable report of this run, so its tests prove nothing.`,
    ),
    ...claims
      .filter(({ id }, index) => known.indexOf(id) < index)
      .map(({ id, document }) => `${id}: ${document} uses an id that another row has.`),
    ...claims.flatMap((claim) => sentence(claim, testsOf(claim.id))),
    ...[...unknown].map((id) => `${id}: no document names the id of “${testsOf(id)[0]?.title}”.`),
  ];
}

/**
 * @param {Claim} claim
 * @param {readonly TestResult[]} tests all with its id
 * @returns {string[]} one sentence, or none if the claim is proved
 */
function sentence({ id, document, files }, tests) {
  const silent = files.filter((file) => !tests.some((test) => test.file === file));
  const strays = new Set(tests.map(({ file }) => file).filter((file) => !files.includes(file)));
  const reasons = [
    ...(files.length === 0 ? [`${document} names no test`] : []),
    ...(silent.length > 0 ? [`no test with this id ran in ${silent.join(', ')}`] : []),
    ...tests
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ title, outcome }) => `“${title}” ${outcome === 'failed' ? 'failed' : 'was skipped'}`),
    ...[...strays].map((file) => `${document} does not name ${file} (npm run docs adds it)`),
  ];
  return reasons.length === 0 ? [] : [`${id}: ${[...new Set(reasons)].join('; ')}.`];
}
