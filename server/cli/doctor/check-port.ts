import { checkPorts } from '../../start/check-ports.js';
import { hostToAsk } from '../../start/port-owner.js';
import type { HttpQuestion } from './ask-http.ts';
import { askRequestCheck } from './ask-request-check.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, problemOf } from './finding.ts';

export interface PortToCheck {
  option: 'port' | 'demo-port';
  host: string;
  port: number;
}

/** A port is free, held by an Offstage server that answers, or held by another program. */
export async function checkPort(
  { option, host, port }: PortToCheck,
  question: HttpQuestion,
): Promise<Verdict> {
  if (port === 0) return fine(`--${option} 0 lets the server choose a free port.`);
  const ports = option === 'port' ? { port, demoPort: 0 } : { port: 0, demoPort: port };
  const checked = await checkPorts({ host, ...ports });
  if (checked.ok) return fine(`Port ${port} is free; no server listens on it.`);
  const { code, message } = checked.error;
  if (code !== 'PORT_TAKEN') return problemOf(message);
  const origin = `http://${hostToAsk(host)}:${port}`;
  if ((await askRequestCheck(origin, question)) !== null)
    return fine(`Port ${port} belongs to an Offstage server, which answers.`);
  return problem(
    `Port ${port} is in use by another program, or by a server that does not answer.`,
    `Stop that program, or choose another port with --${option}.`,
  );
}

/** @returns whether an Offstage server answers on the port */
export async function isOffstage(
  { host, port }: Pick<PortToCheck, 'host' | 'port'>,
  question: HttpQuestion,
): Promise<boolean> {
  return (
    port !== 0 && (await askRequestCheck(`http://${hostToAsk(host)}:${port}`, question)) !== null
  );
}
