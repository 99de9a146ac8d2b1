import { jsonOrNull } from '../../http/json-or-null.ts';
import { refusalSchema } from '../../http/refusal-schema.ts';
import { hostToAsk } from '../../start/port-owner.js';
import type { HttpQuestion } from './ask-http.ts';
import { askHttp, sayNoAnswer } from './ask-http.ts';
import type { PortToCheck } from './check-port.ts';
import { isOffstage } from './check-port.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';

/** Asks the running server whether it accepts requests and stores events. */
export async function checkReadiness(
  place: Pick<PortToCheck, 'host' | 'port'>,
  question: HttpQuestion,
): Promise<Verdict> {
  if (place.port === 0) return fine('With --port 0, the port of a running server is unknown.');
  if (!(await isOffstage(place, question)))
    return warning(
      `No Offstage server runs on port ${place.port}.`,
      'Start it with these options: offstage serve.',
    );
  const answer = await askHttp(
    new URL('/readyz', `http://${hostToAsk(place.host)}:${place.port}`),
    question,
  );
  if (!answer.ok)
    return problem(
      `The server does not say whether it is ready: ${sayNoAnswer(answer.error.message)}.`,
      'Look at its log, and restart it.',
    );
  const { status, body } = answer.value;
  if (status === 200) return fine('The running server is ready: its store accepts writes.');
  const refusal = refusalSchema.safeParse(jsonOrNull(body));
  const cause = refusal.success
    ? `${refusal.data.error.code}: ${refusal.data.error.message}`
    : `status ${status}`;
  return problem(
    `The running server is not ready (${cause}).`,
    'The checks of store and disk below name the cause; players keep their events meanwhile.',
  );
}
