import * as z from 'zod/mini';
import { formatView, type View } from '../view.ts';

const keySchema = z.object({ key: z.string(), expiresMs: z.number() });

export type Link = { url: string; expiresMs: number } | { problem: string };

/** @returns a read-only link to the view. Never throws */
export async function makeLink(view: View): Promise<Link> {
  try {
    const reply = await fetch('links', { method: 'POST' });
    if (!reply.ok) return { problem: `The server answered ${reply.status}, and has made no link.` };
    const { key, expiresMs } = z.parse(keySchema, await reply.json());
    const url = new URL(`./${formatView(view)}`, location.href);
    url.searchParams.set('key', key);
    return { url: url.href, expiresMs };
  } catch {
    return { problem: 'The server does not answer.' };
  }
}
