const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * @param extension with its dot
 * @returns the content type of a built page's file; `null` for files that no page needs, such as
 *   source maps
 */
export function webContentType(extension: string): string | null {
  return contentTypes[extension.toLowerCase()] ?? null;
}
