import * as z from 'zod';
import { jsonOrNull } from '../../http/json-or-null.ts';
import { createGroupCommit } from '../group-commit.ts';
import { transact } from '../sqlite/transact.ts';
import { readSpool, type SpoolState } from './read-spool.ts';
import { type SpoolEntry, spoolEntrySchema } from './spool-entry.ts';
import { damagedBeside, openSpoolFile, shrink } from './spool-file.ts';
import { spoolLimits } from './spool-limits.ts';

/** An entry of the file, under the id that removes it. */
export interface SpooledEntry {
  id: number;
  entry: SpoolEntry;
}

/** Writes that wait for the store, in a file. */
export interface Spool {
  readonly file: string;
  /**
   * Resolves when the entry survives a power loss.
   * @returns false if the spool is full; nothing was added then
   * @throws if the file cannot be written
   */
  add(entry: SpoolEntry): Promise<boolean>;
  /** The oldest waiting entries, up to the limits of one delivery. */
  oldest(): SpooledEntry[];
  remove(ids: readonly number[]): void;
  /** Keeps an entry that the store refuses, and does not return it again until the next start. */
  setAside(id: number): void;
  /** Removes what was received before a time in Unix milliseconds, also for other stores. */
  expire(beforeMs: number): void;
  isEmpty(): boolean;
  state(): SpoolState & {
    /** Damaged files that were moved aside. */
    damagedFiles: number;
  };
  close(): void;
}

export interface SpoolDeps {
  /** Maximum size of the file without its free pages; an empty one has 20 kB. */
  maxBytes: number;
  /** Names the store; entries for another one are kept for it. */
  storeName: string;
  /** All stores whose entries `state` counts as waiting; default: only this one. */
  storeNames?: readonly string[];
  /** Receives a sentence about a damaged file. */
  warn: (sentence: string) => void;
}

/**
 * Opens the spool in a file, or creates it. A damaged file is moved aside, with what it holds.
 * Entries that were set aside wait again: the reason may have gone.
 * @throws if the file can be neither opened nor moved
 */
export function openSpool(
  file: string,
  { maxBytes, storeName, storeNames = [storeName], warn }: SpoolDeps,
): Spool {
  const database = openSpoolFile(file, { warn });
  const insert = database.prepare(
    'INSERT INTO entries (store, received_ms, bytes, entry) VALUES (?, ?, ?, ?)',
  );
  const waiting = 'store = ? AND is_set_aside = 0';
  const select = database.prepare(
    `SELECT id, bytes, entry FROM entries WHERE ${waiting} ORDER BY id LIMIT ?`,
  );
  const remove = database.prepare('DELETE FROM entries WHERE id = ?');
  const setAside = database.prepare('UPDATE entries SET is_set_aside = 1 WHERE id = ?');
  const expire = database.prepare('DELETE FROM entries WHERE received_ms < ?');
  const read = readSpool(database, storeNames);
  const own = readSpool(database, [storeName]);

  /** @returns for each entry whether it was added */
  async function addAll(entries: readonly SpoolEntry[]): Promise<boolean[]> {
    return transact(database, () => {
      let bytes = read.bytes();
      return entries.map((entry) => {
        const text = JSON.stringify(entry);
        const size = Buffer.byteLength(text);
        if (bytes + size > maxBytes) return false;
        insert.run(storeName, entry.item.receivedMs, size, text);
        bytes += size;
        return true;
      });
    });
  }

  return {
    file,
    add: createGroupCommit(addAll, () => true),
    oldest() {
      const found: SpooledEntry[] = [];
      let bytes = 0;
      for (const row of select.iterate(storeName, spoolLimits.deliverCount)) {
        const { id, bytes: size, entry } = rowSchema.parse(row);
        if (found.length > 0 && bytes + size > spoolLimits.deliverBytes) break;
        bytes += size;
        const parsed = z.safeParse(spoolEntrySchema, jsonOrNull(entry));
        if (parsed.success) found.push({ id, entry: parsed.data as SpoolEntry });
        else setAside.run(id);
      }
      return found;
    },
    remove(ids) {
      transact(database, () => {
        for (const id of ids) remove.run(id);
      });
      shrink(database);
    },
    setAside: (id) => void setAside.run(id),
    expire(beforeMs) {
      if (Number(expire.run(beforeMs).changes) > 0) shrink(database);
    },
    isEmpty: () => own.oldestMs() === null,
    state: () => ({ ...read.state(), damagedFiles: damagedBeside(file).length }),
    close() {
      if (database.isOpen) database.close();
    },
  };
}

const rowSchema = z.object({ id: z.number(), bytes: z.number(), entry: z.string() });
