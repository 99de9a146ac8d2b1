import type { AnswerHeaders } from '../../http/answer-headers.ts';
import { createAnswerHeaders } from '../../http/answer-headers.ts';
import { caching } from '../../http/caching.ts';
import type { CspDirectives } from '../../http/html/content-security-policy.ts';
import { renderPolicy } from '../../http/html/content-security-policy.ts';

/** Headers of one path, or of all paths with one prefix. */
export interface HeaderRule {
  /** A trailing `*` matches any rest. */
  path: string;
  headers: Readonly<Record<string, string>>;
}

export interface StaticHosting {
  /** Origin of the server. */
  api: string;
  rules: readonly HeaderRule[];
  /** Framing policies of videos that only some pages may embed, by video id. */
  restricted: ReadonlyMap<string, string>;
}

/**
 * The server's own table of headers, for published files.
 * @param sources of the pages' policy
 * @param pageOrigins the pages' own origins. WebKit 2.50 matches `'self'` with nothing in a frame
 * with `sandbox="allow-scripts"`
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

/** @param sources may frame the page; an empty list forbids all framing */
export function framedBy(sources: readonly string[]): string {
  return renderPolicy({ 'frame-ancestors': sources.length === 0 ? ["'none'"] : sources });
}

/**
 * `_headers`, as Netlify and Cloudflare Pages read it. If two rules set a policy for one path,
 * browsers obey both.
 */
export function renderHeadersFile({ rules, restricted }: StaticHosting): string {
  const own = [...restricted].flatMap(([videoId, policy]) =>
    ['', '/', '/index.html', '.html'].map((end) => ({
      path: `/embed/${videoId}${end}`,
      headers: { 'Content-Security-Policy': policy },
    })),
  );
  const blocks = [...rules, ...own].map(({ path, headers }) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  return `# Written by offstage publish: the headers of its files, as Netlify and Cloudflare Pages read them.\n${blocks.join('\n\n')}\n`;
}

/**
 * The player's other paths redirect to `/embed/`. Paths that only the server has redirect to it.
 */
const otherPaths = ['shorts', 'v', 'e'];
const serverPaths = ['poster', 'watch'];

/** `_redirects`, as Netlify and Cloudflare Pages read it; both keep the query. */
export function renderRedirectsFile({ api }: StaticHosting): string {
  return [
    '# Written by offstage publish: redirects for paths without a file.',
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
      // Videos without their own page get the generic one, with status 200: browsers would log a
      // 404 to the host's console.
      ...(isPage ? ['try_files $uri.html $uri /404.html;', 'default_type text/html;'] : []),
      ...(contentType === undefined ? [] : ['types {}', `default_type ${nginxText(contentType)};`]),
      ...headerLines(others),
    ];
    return location(path.endsWith('*') ? `^~ ${path.slice(0, -1)}` : `= ${path}`, lines);
  });
  const own = [...restricted].map(([videoId, policy]) =>
    location(`~ ^/embed/${videoId}(\\.html|/|/index\\.html)?$`, [
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

/** Error replies have these headers too, but must not be cached. */
function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(
    ([name, value]) =>
      `add_header ${name} ${nginxText(value)}${name === 'Cache-Control' ? '' : ' always'};`,
  );
}

/** nginx reads `$` as a variable and has no escape for it. Policy sources may percent-encode it. */
function nginxText(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&').replaceAll('$', '%24')}"`;
}
