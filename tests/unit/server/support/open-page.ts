import * as z from 'zod';
import { pageConfigSchema } from '../../../../shared/page/page-config-schema.ts';
import { pageConfigIn } from './page-config-in.ts';
import { rawRequest } from './raw-request.ts';

/** A player page as a browser gets it, with its config. */
export async function openPage(origin: string, path: string, headers: Record<string, string> = {}) {
  const reply = await rawRequest(origin, path, { headers });
  return { ...reply, config: z.parse(pageConfigSchema, pageConfigIn(reply.body)) };
}
