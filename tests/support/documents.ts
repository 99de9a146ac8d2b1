import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const documents = globSync(['*.md', 'docs/**/*.md', 'media/*.md'], { cwd: root }).toSorted();
export const readDocument = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

/** A block of code in a document. */
export interface Block {
  /** `docs/schemas.md: line 5`. */
  where: string;
  language: string;
  code: string;
  /**
   * The text of the comment `<!-- schema: … -->` before the block: a schema's name, or
   * `none, because …`; `null` without a comment.
   */
  mark: string | null;
}

export function blocksOf(file: string): Block[] {
  const text = readDocument(file);
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].map((match) => {
    const before = text.slice(0, match.index);
    return {
      where: `${file}: line ${before.split('\n').length}`,
      language: match[2] ?? '',
      code: match[3] ?? '',
      mark: /<!-- schema: ([^\n]*) -->\n$/.exec(before)?.[1] ?? null,
    };
  });
}

/** Converts a JavaScript literal to the value of its JSON. */
const asJson = (literal: string) => JSON.parse(JSON.stringify(runInNewContext(`(${literal})`)));

/**
 * The JSON values in a block: a whole JSON block, the JSON scripts of a page, or the messages and
 * API calls of a script.
 * @param context added to each API call, as the page does
 */
export function valuesIn(
  { language, code }: Pick<Block, 'language' | 'code'>,
  context: unknown,
): unknown[] {
  if (language === 'json') return [JSON.parse(code)];
  const scripts = /<script type="application\/json"[^>]*>(.*?)<\/script>/gs;
  if (language === 'html')
    return [...code.matchAll(scripts)].map(([, json = '']) => JSON.parse(json));
  if (language !== 'js') return [];
  const sent = [...code.matchAll(/\bsend\((\{[^}]*\})\)/g)].map(([, message = '']) =>
    asJson(message),
  );
  const calls = [...code.matchAll(/\.api\('\w+', (\{[^}]*\})\)/g)].map(([, fields = '']) => ({
    ...asJson(fields),
    context,
  }));
  return [...sent, ...calls];
}

/** A table that names fields, or a paragraph whose first sentence names them. */
export interface FieldList {
  file: string;
  /**
   * The text of the comment `<!-- fields: … -->` before the list: a schema's name, with a path if
   * the list covers only that part.
   */
  mark: string;
  text: string;
}

export function fieldListsOf(file: string): FieldList[] {
  return [...readDocument(file).matchAll(/^<!-- fields: ([^\n]*) -->\n(.*?)\n(?:\n|$)/gms)].map(
    ([, mark = '', text = '']) => ({ file, mark, text }),
  );
}

export const codesIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** @returns the cells of each row of a table but its head */
export function rowsOf(table: string): string[][] {
  const lines = table.split('\n').slice(2);
  return lines.map((row) => row.split(/(?<!\\)\|/).slice(1, -1));
}

/** `{a, b}` at the beginning: what is inside. */
const insideOf = (text: string) => /^\s*`\{([^}`]*)\}`/.exec(text)?.[1]?.split(/, */) ?? [];

/**
 * Names in the first cell of each row, and the fields of each if the second cell begins with
 * `{…}`; `.b` after `a.x` is `a.b`.
 */
export function namesInTable(table: string): string[] {
  return rowsOf(table).flatMap(([first = '', second = '']) => {
    const names: string[] = [];
    for (const code of codesIn(first))
      names.push(code.startsWith('.') ? `${names.at(-1)?.replace(/\.[^.]*$/, '')}${code}` : code);
    return names.flatMap((name) => [name, ...insideOf(second).map((inner) => `${name}.${inner}`)]);
  });
}

/** Names in the first sentence: those in the first braces, or else all. */
export function namesInParagraph(text: string): string[] {
  const [sentence = ''] = text.replaceAll('\n', ' ').split('. ');
  const codes = codesIn(sentence);
  const inBraces = codes.find((code) => code.startsWith('{'));
  return inBraces === undefined
    ? codes.filter((code) => /^[\w$]+$/.test(code))
    : insideOf(`\`${inBraces}\``);
}
