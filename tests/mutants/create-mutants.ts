import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { root } from '../../scripts/lib/project.js';
import type { Mutant } from './mutant.ts';

export const mutatedFiles = ['worker/**/*.ts', 'shared/**/*.ts', 'server/intake/**/*.ts'];

export interface MutatedSources {
  mutants: Mutant[];
  /** The code with all its mutants, each behind a switch; by path relative to the project. */
  code: Record<string, string>;
}

/**
 * A string or template with a space between two words is a sentence for people: no behaviour
 * depends on it.
 */
const sentence = /\w[,.:;]?\s+[\w“"'$]/;

const sentencesAreKept = {
  shouldIgnore({ node }: { node?: { type: string; value?: unknown; quasis?: unknown } }) {
    const isText = node?.type === 'StringLiteral' && sentence.test(String(node.value));
    const isTemplate = node?.type === 'TemplateLiteral' && sentence.test(textOf(node.quasis));
    return isText || isTemplate ? 'a sentence for people' : undefined;
  },
};

/** @param globs relative to the project */
export async function createMutants(globs: readonly string[]): Promise<MutatedSources> {
  const names = globSync(globs, { cwd: root }).sort();
  const files = names.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(path.join(root, name), 'utf8'),
  }));
  const { mutants, files: mutated } = await new Instrumenter(quietLogger).instrument(files, {
    plugins: null,
    excludedMutations: [],
    ignorers: [sentencesAreKept],
  });
  const sources = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return {
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, fileName, location, replacement }) => {
        const lines = sources.get(fileName) ?? [];
        return {
          id,
          file: fileName,
          line: location.start.line + 1,
          code: lines[location.start.line]?.trim() ?? '',
          before: oneLine(textBetween(lines, location.start, location.end)),
          after: oneLine(replacement),
        };
      }),
    code: Object.fromEntries(mutated.map(({ name, content }) => [name, content])),
  };
}

/** A whole function is shown by its beginning. */
const longestText = 120;

interface Position {
  line: number;
  column: number;
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  return lines
    .slice(start.line, end.line + 1)
    .map((line, i) => {
      const to = start.line + i === end.line ? end.column : line.length;
      return line.slice(i === 0 ? start.column : 0, to);
    })
    .join('\n');
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}

function textOf(quasis: unknown): string {
  return (quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('$');
}

const ignore = () => undefined;
const quietLogger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
};
