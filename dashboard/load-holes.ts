import * as z from 'zod/mini';
import { type DocumentHoles, documentHolesSchema } from '../shared/telemetry-report.ts';

/** Documents that are shown, the newest. */
const shownCount = 50;

/** @returns the newest documents that events are missing of, the newest first; a sentence when they cannot be had */
export async function loadHoles(): Promise<{ holes: DocumentHoles[] } | { problem: string }> {
  try {
    const reply = await fetch(`gaps?last=${shownCount}`);
    if (!reply.ok) return { problem: `The server answered ${reply.status}.` };
    const lines = (await reply.text()).split('\n').filter((line) => line !== '');
    const holes = lines.map((line) => z.parse(documentHolesSchema, JSON.parse(line)));
    return { holes: holes.reverse() };
  } catch {
    return { problem: 'The server does not answer; close this and open it again.' };
  }
}
