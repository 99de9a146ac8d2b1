import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { idsInSource } from './claims.js';
import { root } from './project.js';

/** Files whose test titles may have the id of a claim. */
const proofs = ['tests/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts', 'e2e/attack/recipes/*.ts'];

/** @returns {Map<string, string[]>} test files by the id of the claim that they prove */
export function findProofs() {
  const pairs = globSync(proofs, { cwd: root, exclude: ['**/node_modules'] })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted()
    .flatMap((file) => {
      const ids = new Set(idsInSource(readFileSync(path.join(root, file), 'utf8')));
      return [...ids].map((id) => ({ id, file }));
    });
  return new Map(
    [...Map.groupBy(pairs, ({ id }) => id)].map(([id, group]) => [
      id,
      group.map(({ file }) => file),
    ]),
  );
}
