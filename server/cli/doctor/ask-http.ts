import * as http from 'node:http';
import * as https from 'node:https';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { codeOf } from '../../start/code-of.js';
import { doctorLimits } from './doctor-limits.ts';

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** At most `doctorLimits.answerMaxBytes`. */
  body: string;
  /** This machine's address on the connection. */
  localAddress: string;
  /** Unix milliseconds before the request was sent, and after the headers arrived. */
  sentMs: number;
  receivedMs: number;
}

export interface HttpQuestion {
  signal: AbortSignal;
  now: () => number;
  headers?: Readonly<Record<string, string>>;
  /** Deadline of the whole answer. */
  answerMs?: number;
}

/**
 * Asks an address that may be hostile: no redirect is followed, and time, headers and body are
 * limited. Nothing secret is sent, so the certificate is not verified here; `check-tls.ts` does.
 * @returns `NO_ANSWER` with the system's code, such as `ECONNREFUSED`, or `TIMEOUT`
 */
export function askHttp(
  url: URL,
  { signal, now, headers = {}, answerMs = doctorLimits.answerMs }: HttpQuestion,
): Promise<Result<HttpAnswer, 'NO_ANSWER'>> {
  const sentMs = now();
  return new Promise((resolve) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const asked = request(url, {
      agent: false,
      headers: { 'User-Agent': 'offstage-doctor', ...headers },
      maxHeaderSize: doctorLimits.headersMaxBytes,
      rejectUnauthorized: false,
      signal,
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      asked.destroy(new Error('TIMEOUT'));
    }, answerMs);
    const finish = (result: Result<HttpAnswer, 'NO_ANSWER'>) => {
      clearTimeout(timer);
      resolve(result);
      asked.destroy();
    };
    const fail = (error: unknown) =>
      finish(err('NO_ANSWER', isLate ? 'TIMEOUT' : codeOf(error) || 'closed'));
    asked.on('error', fail);
    asked.on('response', (incoming) => {
      const receivedMs = now();
      const localAddress = incoming.socket.localAddress ?? '';
      const chunks: Buffer[] = [];
      let bytes = 0;
      const answer = () =>
        finish(
          ok({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).subarray(0, doctorLimits.answerMaxBytes).toString('utf8'),
            localAddress,
            sentMs,
            receivedMs,
          }),
        );
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= doctorLimits.answerMaxBytes) answer();
      });
      incoming.on('error', fail);
      incoming.on('end', answer);
    });
    asked.end();
  });
}

/** Codes of addresses to which no connection comes about. */
const unreachable: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the name does not exist in the DNS',
  EAI_AGAIN: 'the DNS does not answer',
  EHOSTUNREACH: 'the machine cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection was not accepted in time',
};

const silent: Readonly<Record<string, string>> = {
  TIMEOUT: `it does not answer completely within ${doctorLimits.answerMs / 1_000} s`,
  ECONNRESET: 'the connection was closed',
  HPE_HEADER_OVERFLOW: 'the headers of its answer are too long',
};

export function isUnreachable(code: string): boolean {
  return Object.hasOwn(unreachable, code);
}

/** @param code of an address that does not answer */
export function sayNoAnswer(code: string): string {
  return unreachable[code] ?? silent[code] ?? `it does not answer with HTTP (${code})`;
}
