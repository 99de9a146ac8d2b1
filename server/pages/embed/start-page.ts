import { escapeHtml } from '../../http/html/escape-html.ts';
import type { Library } from '../../library/scan-library.ts';
import { listedVideos } from '../../library/scan-library.ts';
import { startPageStyle } from './start-page-style.ts';

/**
 * @param demoUrl `null` if the demo has no address that this page's viewer could open
 * @returns the page at `/` of the embed origin: a link to the demo, and one to each video's embed
 */
export function renderStartPage(library: Library, brand: string, demoUrl: string | null): string {
  const name = escapeHtml(brand);
  const items = listedVideos(library).map(({ response: { videoDetails } }) => {
    const title = escapeHtml(videoDetails.title || videoDetails.videoId);
    return `<li><a href="/embed/${videoDetails.videoId}" dir="auto">${title}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><link rel="icon" href="data:,">
<style>${startPageStyle}</style></head>
<body><h1>${name}</h1>
<p>This origin serves embedded players.${demoUrl === null ? '' : ` See them in a page: <a href="${escapeHtml(demoUrl)}">${escapeHtml(demoUrl)}</a>`}</p>
<h2>Embeds</h2>
<ul>${items.join('')}</ul>
<p><a href="/licenses.txt">Licences of what is built in</a></p>
</body></html>
`;
}
