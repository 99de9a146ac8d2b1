/** Maximum columns of a line, including comments (`biome.json` has the same for code). */
const maxColumns = 100;

/**
 * Words and openings that make a sentence hard to read, each with advice.
 * @type {readonly (readonly [pattern: RegExp, advice: string])[]}
 */
const discouraged = [
  [/\b(?:nobody|somebody|anybody|everybody)\b/i, 'name the actor, or use the passive'],
  [/\bwho(?:so)?ever\b/i, 'name the actor'],
  [/\banew\b/i, 'write “again”'],
  [/\b(?:thereof|therein|thereby|hereby|wherein|whereby)\b/i, 'name the thing'],
  [/\bshall\b/i, 'write “must”, or the present tense'],
  [/\b(?:told|said)\b/i, 'write “reported”, “notified”, “set”, “requested”'],
  [/\b(?:so|as) many\b/i, 'write “up to N”, “this number of”, “when full”'],
  [/\bas (?:often|much|long) as (?:there|may|can|is)\b/i, 'write “up to” or “while”'],
];

/** Openings of a comment or a paragraph. */
const openings =
  /^(?:What|Whom?|Whose|Of)\b(?! (?:is|are|does|do|did|has|happens|can|if|course)\b[^.]*\?)/;

/**
 * @typedef {object} ProseProblem
 * @property {number} line from 1
 * @property {string} text
 * @property {string} advice
 */

/**
 * Checks the prose of a source or Markdown file: comments, and every line of a document.
 * @param {string} file its name decides which lines are prose
 * @param {string} text
 * @returns {ProseProblem[]}
 */
export function proseProblems(file, text) {
  const isDocument = file.endsWith('.md');
  const lines = isDocument ? documentLines(text) : commentLines(text);
  const problems = lines.flatMap(({ line, prose, isFirst }) => {
    const found = discouraged.find(([pattern]) => pattern.test(prose));
    if (found) return [{ line, text: prose, advice: found[1] }];
    if (isFirst && openings.test(prose))
      return [{ line, text: prose, advice: 'begin with the subject: “The worker drops …”' }];
    return [];
  });
  if (isDocument) return problems;
  return [...problems, ...longLines(text)].sort((one, other) => one.line - other.line);
}

/** @param {string} text */
function longLines(text) {
  return text.split('\n').flatMap((content, index) => {
    // URLs cannot be wrapped.
    const isLong = content.length > maxColumns && /^\s*(?:\/?\*|\/\/)/.test(content);
    if (!isLong || /https?:\/\/\S{40}/.test(content)) return [];
    return [
      { line: index + 1, text: content.trim(), advice: `wrap comments at ${maxColumns} columns` },
    ];
  });
}

/** @typedef {{ line: number, prose: string, isFirst: boolean }} ProseLine */

/**
 * @param {string} text
 * @returns {ProseLine[]}
 */
function commentLines(text) {
  let isInside = false;
  let wasComment = false;
  return text.split('\n').flatMap((content, index) => {
    const prose = commentOf(content);
    const isFirst = !wasComment;
    // After `/**` or an empty line, the next line opens a paragraph.
    wasComment = Boolean(prose) && !/\*\/\s*$/.test(content);
    if (prose === null) return [];
    // Examples in comments are code.
    if (prose.startsWith('```')) {
      isInside = !isInside;
      return [];
    }
    const tag = /^@\w+(?: \{.*?\})?(?: \[?[\w.]+\]?)?\s*/.exec(prose)?.[0] ?? '';
    const plain = prose.slice(tag.length).replace(/`[^`]*`/g, '`…`');
    return isInside || plain === ''
      ? []
      : [{ line: index + 1, prose: plain, isFirst: isFirst && tag === '' }];
  });
}

/**
 * @param {string} content a line of code
 * @returns {string | null} the comment's text
 */
function commentOf(content) {
  const block = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)\s*(?:\*\/)?\s*$/.exec(content);
  if (block) return block[1]?.trim() ?? null;
  return /\s\/\/ (.*)$/.exec(content)?.[1]?.trim() ?? null;
}

/**
 * @param {string} text
 * @returns {ProseLine[]}
 */
function documentLines(text) {
  let isCode = false;
  let wasEmpty = true;
  return text.split('\n').flatMap((content, index) => {
    if (/^\s*(?:```|~~~)/.test(content)) {
      isCode = !isCode;
      return [];
    }
    const prose = content
      .replace(/`[^`]*`/g, '`…`')
      // Link targets are file names.
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/^[\s#>*|-]+/, '');
    const isFirst = wasEmpty && !/^[#|]/.test(content);
    wasEmpty = content.trim() === '';
    return isCode || prose === '' ? [] : [{ line: index + 1, prose, isFirst }];
  });
}
