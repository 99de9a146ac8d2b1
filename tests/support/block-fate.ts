import type { Block } from './documents.ts';

/** A code block has a test that runs it, or a reason why none can. */
export type BlockFate = {
  document: string;
  /** The beginning of its first line; once in the document. */
  begins: string;
} & ({ runIn: string } | { notRun: string });

export const needs = (what: string) =>
  ['notRun', `it needs something of the reader’s own: ${what}`] as const;

export const of = (document: string, rows: Readonly<Record<string, readonly [string, string]>>) =>
  Object.entries(rows).map(
    ([begins, [kind, text]]) => ({ document, begins, [kind]: text }) as BlockFate,
  );

/** @returns whether the fate is that of the block */
export function isFateOf({ document, begins }: BlockFate, block: Block): boolean {
  return block.where.startsWith(`${document}:`) && block.code.trimStart().startsWith(begins);
}
