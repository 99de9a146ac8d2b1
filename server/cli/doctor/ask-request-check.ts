import { jsonOrNull } from '../../http/json-or-null.ts';
import { requestCheckPath } from '../../http/request-check-path.js';
import type { RequestCheck } from '../../operator/health/request-check-routes.ts';
import { requestCheckSchema } from '../../operator/health/request-check-routes.ts';
import type { HttpQuestion } from './ask-http.ts';
import { askHttp } from './ask-http.ts';

/**
 * @param origin http or https
 * @param client an address about which the server is asked
 * @returns how the Offstage server there understands the request; `null` if no such server answers
 */
export async function askRequestCheck(
  origin: string,
  question: HttpQuestion,
  client = '',
): Promise<RequestCheck | null> {
  const url = new URL(requestCheckPath, origin);
  if (client !== '') url.searchParams.set('client', client);
  const answer = await askHttp(url, question);
  if (!answer.ok || answer.value.status !== 200) return null;
  const parsed = requestCheckSchema.safeParse(jsonOrNull(answer.value.body));
  return parsed.success ? parsed.data : null;
}
