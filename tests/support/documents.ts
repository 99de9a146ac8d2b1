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
  /** What the comment before it says, `<!-- schema: … -->`: a schema's name, or `none, because …`; `null` without one. */
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

/** What is written as JavaScript, as the JSON that it becomes. */
const asJson = (literal: string) => JSON.parse(JSON.stringify(runInNewContext(`(${literal})`)));

/**
 * The JSON that stands in a block: all of it, what a page has in its scripts, and what a script sends to a frame or calls the API with.
 * @param context of the calls, which the page adds
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

/** What names fields: a table, or a paragraph whose first sentence does. */
export interface FieldList {
  file: string;
  /** What the comment before it says, `<!-- fields: … -->`: a schema's name, with a path in it if that is what the list is about. */
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

/** Names in the first cell of each row, with those inside that the second cell begins with; `.b` after `a.x` is `a.b`. */
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
