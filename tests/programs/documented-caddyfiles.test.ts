import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proxyProgram } from '../unit/server/support/run-proxy.ts';

test.each(['docs/tutorial.md', 'docs/self-hosting/proxies.md'])(
  'the configuration of Caddy in %s is formatted as Caddy wants it, so it prints no warning',
  (document) => {
    const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');
    const block = /```caddyfile\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    expect(block).not.toBe('');
    const program = proxyProgram('CADDY_PATH', 'caddy');
    const formatted = execFileSync(program, ['fmt', '-'], { input: block, encoding: 'utf8' });
    expect(formatted).toBe(block);
  },
);
