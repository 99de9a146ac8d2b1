import { jsonOrNull } from '../../http/json-or-null.ts';
import { sayNoAnswer } from './ask-http.ts';
import type { PublicAddress } from './ask-public-address.ts';
import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem } from './finding.ts';

/** Fixes of addresses that do not answer, by the system's code. */
const fixes: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Add a DNS record for it, or correct --origin.',
  EAI_AGAIN: 'Try again later, or check this machine’s resolver.',
  ECONNREFUSED: 'Start the proxy, and let it listen on this port; a firewall may also refuse.',
  HPE_HEADER_OVERFLOW: 'Find out which program answers there.',
};

export function checkAddress(
  origin: string,
  { health: answer, isTls }: Pick<PublicAddress, 'health' | 'isTls'>,
): Verdict {
  if (isTls)
    return problem(
      `${origin} cannot be used with http: this port speaks TLS.`,
      `Use https, in embeds and as --origin: ${origin.replace('http:', 'https:')}.`,
    );
  if (!answer.ok)
    return problem(
      `${origin} cannot be reached: ${sayNoAnswer(answer.error.message)}.`,
      fixes[answer.error.message] ?? 'Check proxy, firewall and DNS, and correct --origin.',
    );
  const { status, headers, body } = answer.value;
  if (status >= 300 && status < 400)
    return problem(
      `${origin} redirects to ${shortened(headers.location ?? 'nowhere')}.`,
      'Use the address to which it redirects, in embeds and as --origin.',
    );
  if (status === 502 || status === 503 || status === 504)
    return problem(
      `The proxy at ${origin} does not reach the server (status ${status}).`,
      'Start the server, and compare its --port with the address in the proxy’s configuration.',
    );
  if (status === 429)
    return problem(
      `${origin} refuses more requests for now (status 429).`,
      'Run the doctor again in a minute.',
    );
  const isHealth = JSON.stringify(jsonOrNull(body)) === '{"status":"ok"}';
  if (status !== 200 || !isHealth)
    return problem(
      `Another program answers at ${origin} (status ${status}).`,
      'Let the proxy pass all paths on to --port, or correct --origin.',
    );
  return fine(`${origin} answers.`);
}

/** A hostile answer may have any length. */
function shortened(text: string): string {
  return text.length > doctorLimits.shownMaxChars
    ? `${text.slice(0, doctorLimits.shownMaxChars)}…`
    : text;
}
