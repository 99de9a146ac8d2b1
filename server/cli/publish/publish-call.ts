import { resolve } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { isLoopbackHost } from '../../http/is-loopback-host.ts';
import { parseOptions } from '../../options/parse-options.js';
import { parseWebOrigin } from '../../options/parse-web-origin.js';
import { optionList, type ServerOptions } from '../../options/server-options.js';
import type { CommandDeps } from '../command-deps.ts';
import type { Call } from '../parse-command.js';

/** A parsed `offstage publish` call. */
export interface PublishCall {
  /** Absolute path. */
  outDir: string;
  /** Origin of the server. */
  api: string;
  options: ServerOptions;
  /** Options for pages that the call or the environment gave, without dashes, except `media`. */
  givenOptions: readonly string[];
  /** Sentences for the operator. */
  warnings: readonly string[];
}

export type PublishMistake = 'NO_OUT' | 'BAD_API' | 'API_NOT_SECURE' | 'ALL_SIGNED' | 'BAD_OPTION';

/** @returns a mistake, in one sentence with its fix */
export function parsePublishCall(
  { values }: Pick<Call, 'values'>,
  { env, cwd }: Pick<CommandDeps, 'env' | 'cwd'>,
): Result<PublishCall, PublishMistake> {
  const own = new Map(values);
  const out = own.get('out');
  own.delete('out');
  if (out === undefined)
    return err('NO_OUT', 'offstage publish needs an output directory: --out DIR.');
  const apiText = own.get('api') ?? '';
  own.delete('api');
  const api = parseWebOrigin(apiText);
  if (api === null)
    return err(
      'BAD_API',
      `--api "${apiText}" is not an origin; use the server’s scheme, host and port without a path: https://api.example.com.`,
    );
  const argv = [...own].flatMap(([name, value]) => [`--${name}`, value]);
  const options = parseOptions(argv, env, cwd);
  if (!options.ok) return err('BAD_OPTION', options.error.message);
  // The command handles --help itself.
  if (options.value === 'help')
    return err('BAD_OPTION', 'offstage publish --help lists the options.');
  const { signsAll, pageOrigins, loggedInHeader } = options.value;
  if (signsAll)
    return err(
      'ALL_SIGNED',
      'With --signed-media all, the URLs of all media expire, and published files cannot renew them. Serve the pages from the server itself, or use --signed-media private for both publish and the server.',
    );
  const secure = pageOrigins.find((origin) => origin.startsWith('https:'));
  const isPlain = api.startsWith('http:') && !isLoopbackHost(new URL(api).hostname);
  if (isPlain && secure !== undefined)
    return err(
      'API_NOT_SECURE',
      `Browsers block calls from ${secure} to ${api} because it is not https. Give the server a certificate, and its https origin here.`,
    );
  return ok({
    outDir: resolve(cwd, out),
    api,
    options: options.value,
    givenOptions: optionList
      .filter(({ isPublished, name }) => isPublished && name !== 'media')
      .filter(({ name, env: variable }) => own.has(name) || env[variable])
      .map(({ name }) => name),
    warnings: [
      ...(isPlain ? [`${api} is not https, so pages with https cannot call it.`] : []),
      ...(loggedInHeader === null
        ? []
        : [
            'Published pages are the same for all viewers, so --logged-in-header has no effect on them.',
          ]),
      ...(pageOrigins.length === 0
        ? [
            'Without --page-origin, the pages do not work in sandboxed frames in WebKit: their Content-Security-Policy must name their own origin.',
          ]
        : []),
    ],
  });
}
