import type { AnswerHeaders } from '../http/answer-headers.ts';
import { createAnswerHeaders } from '../http/answer-headers.ts';
import { caching } from '../http/caching.ts';
import type { CspDirectives } from '../http/content-security-policy.ts';
import { renderPolicy } from '../http/content-security-policy.ts';

/** Headers of all paths that begin so, or of one path. */
export interface HeaderRule {
  /** `*` at its end stands for whatever follows. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

export interface StaticHosting {
  /** Origin of the server. */
  api: string;
  rules: readonly HeaderRule[];
  /** What browsers are held to by the page of a video that only some pages may embed, by its id. */
  restricted: ReadonlyMap<string, string>;
}

/** Longer lines of a `_headers` file Cloudflare passes over. */
export const headerLineMaxChars = 2_000;

/**
 * The server's own table of headers, for what is published.
 * @param sources of the pages' policy
 * @param pageOrigins in a frame with `sandbox="allow-scripts"` WebKit (2.50) matches `'self'` with nothing
 */
export function staticRules(sources: CspDirectives, pageOrigins: readonly string[]): HeaderRule[] {
  const { playerPage, asset, hostScript, startPage } = createAnswerHeaders(sources);
  const page = {
    ...playerPage.headers,
    'Content-Security-Policy': playerPage.headers['Content-Security-Policy'].replaceAll(
      "'self'",
      ["'self'", ...pageOrigins].join(' '),
    ),
  };
  const script = { 'Content-Type': 'text/javascript; charset=utf-8' };
  const kind = (
    path: string,
    { headers }: Pick<AnswerHeaders, 'headers'>,
    cacheControl: string,
  ) => ({
    path,
    headers: { ...headers, 'Cache-Control': cacheControl },
  });
  return [
    kind('/embed/*', { headers: page }, caching.revalidated),
    kind('/404.html', { headers: page }, caching.revalidated),
    kind('/assets/*', asset, caching.hashed),
    kind('/sdk/*', hostScript, caching.stable),
    kind('/iframe_api', { headers: { ...hostScript.headers, ...script } }, caching.stable),
    kind('/player_api', { headers: { ...hostScript.headers, ...script } }, caching.stable),
    kind('/licenses.txt', startPage, caching.revalidated),
  ];
}

/** @param sources that may frame the page; none of them is nobody */
export function framedBy(sources: readonly string[]): string {
  return renderPolicy({ 'frame-ancestors': sources.length === 0 ? ["'none'"] : sources });
}

/** `_headers`, as Netlify and Cloudflare Pages read it. Where two rules name the same header, browsers obey both policies. */
export function renderHeadersFile({ rules, restricted }: StaticHosting): string {
  const own = [...restricted].flatMap(([videoId, policy]) =>
    ['', '/', '.html'].map((end) => ({
      path: `/embed/${videoId}${end}`,
      headers: { 'Content-Security-Policy': policy },
    })),
  );
  const blocks = [...rules, ...own].map(({ path, headers }) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  return `# Written by offstage publish: the headers of its files, as Netlify and Cloudflare Pages read them.\n${blocks.join('\n\n')}\n`;
}

/** Other paths of the player lead to these, and what only the server has to the server. */
const otherPaths = ['shorts', 'v', 'e'];
const serverPaths = ['poster', 'watch'];

/** `_redirects`, as Netlify and Cloudflare Pages read it; both keep the query. */
export function renderRedirectsFile({ api }: StaticHosting): string {
  return [
    '# Written by offstage publish: where the paths lead that are no files.',
    ...otherPaths.map((name) => `/${name}/:id /embed/:id 302`),
    ...serverPaths.map((name) => `/${name}/:id ${api}/${name}/:id 302`),
    '',
  ].join('\n');
}

/** For a `server` block of nginx, whose `root` is the directory. */
export function renderNginxFile({ api, rules, restricted }: StaticHosting): string {
  const page = rules.find(({ path }) => path === '/embed/*')?.headers ?? {};
  const blocks = rules.map(({ path, headers }) => {
    const isPage = path === '/embed/*';
    const { 'Content-Type': contentType, ...others } = headers;
    const lines = [
      // What has no page of its own is shown by the one for all, without an error that browsers would tell the host's console.
      ...(isPage ? ['try_files $uri.html $uri /404.html;', 'default_type text/html;'] : []),
      ...(contentType === undefined ? [] : ['types {}', `default_type ${nginxText(contentType)};`]),
      ...headerLines(others),
    ];
    return location(path.endsWith('*') ? `^~ ${path.slice(0, -1)}` : `= ${path}`, lines);
  });
  const own = [...restricted].map(([videoId, policy]) =>
    location(`~ ^/embed/${videoId}(\\.html|/)?$`, [
      `try_files /embed/${videoId}.html =404;`,
      'default_type text/html;',
      ...headerLines(page),
      ...headerLines({ 'Content-Security-Policy': policy }),
    ]),
  );
  return [
    '# Written by offstage publish. In a server block of nginx: root THIS_DIRECTORY; include THIS_DIRECTORY/nginx.conf;',
    '# With ngx_brotli add: brotli_static on;',
    'gzip_static on;',
    'gzip_vary on;',
    'charset utf-8;',
    'charset_types text/css text/javascript text/plain;',
    ...own,
    ...blocks.map((block) =>
      own.length === 0 ? block : block.replace('location ^~ /embed/', 'location /embed/'),
    ),
    location(`~ ^/(?:${otherPaths.join('|')})/([\\w-]+)/?$`, [
      'return 302 /embed/$1$is_args$args;',
    ]),
    location(`~ ^/(?:${serverPaths.join('|')})/[\\w-]+$`, [`return 302 ${api}$request_uri;`]),
    location('~ ^/(?:nginx\\.conf|_headers|_redirects|\\.offstage)$', ['return 404;']),
    '',
  ].join('\n');
}

function location(where: string, lines: readonly string[]): string {
  return [`location ${where} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n');
}

/** Errors have them too, but nobody keeps those. */
function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(
    ([name, value]) =>
      `add_header ${name} ${nginxText(value)}${name === 'Cache-Control' ? '' : ' always'};`,
  );
}

/** A `$` would name a variable, and cannot be escaped; a source of a policy may have it encoded. */
function nginxText(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&').replaceAll('$', '%24')}"`;
}
