import type { Guard } from '../../access/guard/create-guard.ts';
import { escapeHtml } from '../../http/html/escape-html.ts';
import type { Library } from '../../library/scan-library.ts';
import { listedVideos } from '../../library/scan-library.ts';

/**
 * The demo pages are host pages like any other, so `--embed-domains` also holds for them.
 * @param origin of the demo page, as its client sees it
 * @returns markup that names the reason if videos cannot play here; empty if all can
 */
export function noticeFor(library: Library, guard: Guard, origin: string): string {
  const videos = listedVideos(library);
  const client = { embedder: { type: 'page', origin }, token: '', page: null } as const;
  const refused = videos.filter((video) => {
    const admission = guard.admit(video, client);
    return !admission.isAdmitted && admission.errorCode === 'embedding.domain';
  });
  if (refused.length === 0) return '';
  const count = `${refused.length} of ${videos.length} ${videos.length === 1 ? 'video' : 'videos'}`;
  return `<p class="demo-notice" role="note">${escapeHtml(
    `${count} may not be embedded here: neither --embed-domains nor the video’s embedDomains allows this page. To try them on it, add ${new URL(origin).host}.`,
  )}</p>`;
}
