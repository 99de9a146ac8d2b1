import type { MiddlewareHandler } from 'hono';
import { proxy } from 'hono/proxy';
import type { CspDirectives } from '../server/http/html/content-security-policy.ts';
import { addSources, renderPolicy } from '../server/http/html/content-security-policy.ts';
import type { ServerEnv } from '../server/http/server-env.ts';
import { modulesPath } from './place.ts';

/** Request headers that Vite's answer depends on. */
const passed = ['Accept', 'If-None-Match', 'Sec-Fetch-Dest'];

export interface Modules {
  /** `HOST:PORT` of Vite. */
  address: string;
  /** Nonce of the scripts and styles that Vite puts into pages. */
  nonce: string;
}

/**
 * Serves modules from Vite, with the headers of deployed scripts. Pages' policies also allow Vite's
 * own scripts and its connection; nothing else in them changes.
 */
export function serveModules({ address, nonce }: Modules): MiddlewareHandler<ServerEnv> {
  const needed: CspDirectives = {
    'script-src': [`'nonce-${nonce}'`],
    'style-src': [`'nonce-${nonce}'`],
    'connect-src': [`ws://${address}`],
  };
  return async (context, next) => {
    const { req, env } = context;
    if (req.path.startsWith(modulesPath)) {
      const { pathname, search } = new URL(req.url);
      const headers = Object.fromEntries(passed.map((name) => [name, req.header(name)]));
      return proxy(`http://${address}${pathname}${search}`, { headers });
    }
    // Files bypass Hono, with the headers that Node's response already has.
    const before = env.outgoing.getHeader(policyHeader)?.toString();
    if (before !== undefined) env.outgoing.setHeader(policyHeader, withSources(before, needed));
    await next();
    const own = context.res.headers.get(policyHeader);
    if (own !== null) context.header(policyHeader, withSources(own, needed));
    return undefined;
  };
}

const policyHeader = 'Content-Security-Policy';

/** @returns the policy, with the added sources if it belongs to a page with scripts */
function withSources(policy: string, more: CspDirectives): string {
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  return 'script-src' in directives ? renderPolicy(addSources(directives, more)) : policy;
}
