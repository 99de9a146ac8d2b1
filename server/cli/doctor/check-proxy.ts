import type { RequestCheck } from '../../operator/health/request-check-routes.ts';
import type { Verdict } from './finding.ts';
import { fine, problem, warning, worstOf } from './finding.ts';

export interface ProxyFacts {
  /** The public address. */
  origin: string;
  /** How the server understood the request to it; `null` if it did not say. */
  seen: RequestCheck | null;
  /** Whether the server believed an invented `X-Forwarded-For`; `null` if that was not tried. */
  isForgeable: boolean | null;
}

const forNginx = 'in nginx';

/** Checks that `Host` and the `X-Forwarded` headers arrive as the server needs them. */
export function checkProxy({ origin, seen, isForgeable }: ProxyFacts): Verdict {
  if (seen === null)
    return problem(
      `The server behind ${origin} does not say how it understands requests.`,
      'Let the proxy pass /healthz/request on; a server of an older version has to be updated.',
    );
  const [first, ...others] = problemsOf(new URL(origin), seen, isForgeable);
  if (first !== undefined) return worstOf([first, ...others]);
  if (!seen.hasForwardedFor && !seen.hasForwardedProto)
    return seen.isProxyTrusted && !isLoopback(new URL(origin))
      ? warning(
          `${origin} reaches the server without X-Forwarded headers from an address of --trusted-proxy.`,
          'If a proxy is between, let it send X-Forwarded-For and X-Forwarded-Proto.',
        )
      : fine('The server is reached directly, and sees the right address.');
  return fine('Host, X-Forwarded-For and X-Forwarded-Proto arrive, from a trusted proxy.');
}

/** @returns a problem for each header, so that one run of the doctor shows all of them */
function problemsOf(wanted: URL, seen: RequestCheck, isForgeable: boolean | null): Verdict[] {
  const shown = parse(seen.origin);
  const problems: Verdict[] = [];
  const hasHeaders = seen.hasForwardedFor || seen.hasForwardedProto;
  const isIgnored = hasHeaders && !seen.isProxyTrusted;
  if (isIgnored)
    problems.push(
      problem(
        'The server ignores the X-Forwarded headers of the proxy, so all viewers count as one client.',
        'Name the proxy’s address with --trusted-proxy, and restart the server.',
      ),
    );
  const isHostWrong = shown === null || shown.host !== hostFor(wanted, shown.protocol);
  if (isHostWrong)
    problems.push(
      problem(
        `The server sees the host ${shown?.host ?? '?'} instead of ${wanted.host}: its addresses and policies are wrong.`,
        `Let the proxy keep Host unchanged, with its port; ${forNginx}: proxy_set_header Host $http_host.`,
      ),
    );
  const scheme = schemeProblem(wanted, shown, seen);
  // The scheme that an ignored header names is not known.
  if (scheme !== null && !(isIgnored && seen.hasForwardedProto)) problems.push(scheme);
  const isProxied = seen.hasForwardedProto || isHostWrong || scheme !== null;
  if (isProxied && !seen.hasForwardedFor)
    problems.push(
      problem(
        'The proxy does not send X-Forwarded-For, so all viewers count as one client.',
        `Let it add the viewer’s address; ${forNginx}: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for.`,
      ),
    );
  if (isForgeable === true)
    problems.push(
      problem(
        'The server believes an X-Forwarded-For that a viewer invents, so anybody evades the limits.',
        `Let the proxy add the viewer’s address at the end, and trust only proxies with --trusted-proxy; ${forNginx}: $proxy_add_x_forwarded_for.`,
      ),
    );
  return problems;
}

function schemeProblem(wanted: URL, shown: URL | null, seen: RequestCheck): Verdict | null {
  if (shown === null || shown.protocol === wanted.protocol) return null;
  return seen.hasForwardedProto
    ? problem(
        `The proxy says ${shown.protocol.slice(0, -1)} in X-Forwarded-Proto, but the address is ${wanted.protocol.slice(0, -1)}.`,
        `Let it send the scheme of the viewer’s request; ${forNginx}: proxy_set_header X-Forwarded-Proto $scheme.`,
      )
    : problem(
        'The proxy does not send X-Forwarded-Proto, so pages contain http addresses, which browsers block.',
        `Let it send the scheme; ${forNginx}: proxy_set_header X-Forwarded-Proto $scheme.`,
      );
}

/** A default port is not written, so it depends on the scheme. */
function hostFor(wanted: URL, protocol: string): string {
  const copy = new URL(wanted);
  copy.protocol = protocol;
  return copy.host;
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
