import { onTestFinished } from 'vitest';
import { type LinkLimits, linkLimits } from '../../../../server/store/postgres/link-limits.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { hostsOf } from '../support/postgres-database.ts';

/** @returns a store with these limits, and what it reports to its operator */
export async function openWithLimits(url: string, limits: Partial<LinkLimits>) {
  const sentences: string[] = [];
  const opened = await openPostgresStore(hostsOf(url), {
    warn: (sentence) => sentences.push(sentence),
    limits: { ...linkLimits, ...limits },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return { store: opened.value, sentences };
}
