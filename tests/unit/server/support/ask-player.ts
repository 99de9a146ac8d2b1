import { parseApiReply } from './api-reply.ts';
import { rawRequest } from './raw-request.ts';
import { requestContext } from './request-context.ts';

/** Requests a video from the API, as a page does. @param embedPass from its page config */
export async function askPlayer(embed: string, videoId: string, embedPass?: unknown) {
  const request = { ...(embedPass !== undefined && { embedPass }) };
  const context = { ...requestContext, request };
  const body = JSON.stringify({ videoId, context });
  const reply = await rawRequest(embed, '/youtubei/v1/player', { method: 'POST', body });
  return parseApiReply(reply.body, 'player');
}
