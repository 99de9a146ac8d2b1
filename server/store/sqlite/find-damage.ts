import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { primaryCode } from './sqlite-problem.ts';

const checkSchema = z.object({ quick_check: z.string() });
/** https://sqlite.org/rescode.html */
const corruptCode = 11;
const noDatabaseCode = 26;

/**
 * Checks every page of a database.
 * @returns the first damage; `null` without one
 * @throws what SQLite throws, also for damage that makes a check impossible
 */
export function findDamage(database: DatabaseSync): string | null {
  const { quick_check: found } = checkSchema.parse(database.prepare('PRAGMA quick_check(1)').get());
  return found === 'ok' ? null : found;
}

/** @returns whether an error of `node:sqlite` means that the file itself is damaged */
export function isDamage(error: unknown): boolean {
  const code = primaryCode(error);
  return code === corruptCode || code === noDatabaseCode;
}
