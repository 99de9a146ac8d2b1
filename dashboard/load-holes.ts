import * as z from 'zod/mini';
import { type DocumentHoles, documentHolesSchema } from '../shared/telemetry/telemetry-report.ts';

/** Maximum number of documents shown; the newest win. */
const shownCount = 50;

/** @returns documents with missing events, newest first; a sentence if loading fails */
export async function loadHoles(): Promise<{ holes: DocumentHoles[] } | { problem: string }> {
  try {
    const reply = await fetch(`gaps?last=${shownCount}`);
    if (!reply.ok) return { problem: `The server answered ${reply.status}.` };
    const lines = (await reply.text()).split('\n').filter((line) => line !== '');
    const holes = lines.map((line) => z.parse(documentHolesSchema, JSON.parse(line)));
    return { holes: holes.reverse() };
  } catch {
    return { problem: 'The server does not answer. Close this list and open it again.' };
  }
}
