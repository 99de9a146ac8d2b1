import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { isLoopbackHost } from '../../http/is-loopback-host.ts';
import { codeOf } from '../../start/code-of.js';
import { isUnreachable, sayNoAnswer } from './ask-http.ts';
import { doctorLimits } from './doctor-limits.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning } from './finding.ts';

interface TlsFacts {
  /** Node's code of the first objection; `null` if the certificate is valid. */
  objection: string | null;
  isForHost: boolean;
  /** Unix milliseconds; NaN if the certificate has no readable end. */
  validToMs: number;
}

const dayMs = 86_400_000;
const renew = 'Renew the certificate, and let the proxy load it.';

/** @param now Unix milliseconds */
export async function checkTls(
  origin: URL,
  signal: AbortSignal,
  now: () => number,
): Promise<Verdict> {
  if (origin.protocol === 'http:')
    return isLoopbackHost(origin.hostname)
      ? fine(`${origin.origin} is this machine, which needs no certificate.`)
      : warning(
          `${origin.origin} is not https, so pages with https cannot embed it.`,
          'Give the proxy a certificate, for example with Caddy, which gets its own.',
        );
  let facts: TlsFacts;
  try {
    facts = await connect(origin, signal);
  } catch (error) {
    const code = codeOf(error);
    if (isUnreachable(code))
      return problem(
        `${origin.host} cannot be reached: ${sayNoAnswer(code)}.`,
        'See the finding of the address.',
      );
    return problem(
      `${origin.host} does not speak TLS (${code}).`,
      'Let the proxy listen with TLS on this port; in nginx: listen 443 ssl.',
    );
  }
  const { objection, isForHost, validToMs } = facts;
  const host = origin.hostname;
  const leftMs = validToMs - now();
  const end = Number.isNaN(validToMs) ? 'unknown' : new Date(validToMs).toISOString().slice(0, 10);
  if (leftMs <= 0 || objection === 'CERT_HAS_EXPIRED')
    return problem(`The certificate of ${host} expired on ${end}.`, renew);
  if (!isForHost)
    return problem(
      `The certificate is not for ${host}.`,
      'Get a certificate with this name, or correct --origin.',
    );
  if (objection !== null) return objected(host, objection);
  if (leftMs < doctorLimits.certificateWarningMs)
    return warning(
      `The certificate of ${host} expires in ${Math.floor(leftMs / dayMs)} days, on ${end}.`,
      renew,
    );
  return fine(`The certificate of ${host} is valid until ${end}.`);
}

function objected(host: string, objection: string): Verdict {
  if (objection === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return problem(
      `The certificate of ${host} lacks the intermediate one; some browsers refuse it.`,
      'Let the proxy send the full chain (fullchain.pem).',
    );
  if (/SELF_SIGNED/.test(objection))
    return problem(
      `The certificate of ${host} is self-signed, and browsers refuse it.`,
      'Get one from an authority that browsers trust, such as Let’s Encrypt.',
    );
  if (objection === 'CERT_NOT_YET_VALID')
    return problem(
      `The certificate of ${host} is not valid yet.`,
      'Check this machine’s clock, or wait.',
    );
  return problem(
    `The certificate of ${host} comes from an authority that this machine does not know (${objection}).`,
    'Get one from an authority that browsers trust. If it is your own authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.',
  );
}

/** @throws if no TLS connection comes about */
function connect(origin: URL, signal: AbortSignal): Promise<TlsFacts> {
  const host = origin.hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host,
      port: Number(origin.port || 443),
      // An address is no server name.
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
    });
    const end = (error: Error) => socket.destroy(error);
    const onAbort = () => end(new Error('TIMEOUT'));
    const timer = setTimeout(onAbort, doctorLimits.answerMs);
    signal.addEventListener('abort', onAbort, { once: true });
    const release = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    };
    socket.on('error', (error) => {
      release();
      reject(error);
    });
    socket.on('close', () => {
      release();
      reject(new Error('closed'));
    });
    socket.on('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      // Typed as an Error, but a code.
      const objection: unknown = socket.authorizationError;
      resolve({
        objection: socket.authorized ? null : String(objection),
        isForHost: tls.checkServerIdentity(host, certificate) === undefined,
        validToMs: Date.parse(certificate.valid_to),
      });
      release();
    });
  });
}
