import { parseWebUrl } from '../../http/parse-web-url.ts';
import { reportLimits } from './report-limits.ts';

/** The `host` of a document outside any frame. */
export const directHost = 'direct';

/**
 * The host of a player page. The server counts served pages under the same name as the page's own
 * events.
 * @param loaderUrl address of the page around it; '' if unknown
 * @returns its origin only, because the page's path may identify the viewer; '' if unknown
 */
export function hostOfPage({
  isFramed,
  loaderUrl,
}: {
  isFramed: boolean;
  loaderUrl: string;
}): string {
  const url = parseWebUrl(loaderUrl);
  if (url !== null) return url.origin.slice(0, reportLimits.hostMaxChars);
  return isFramed ? '' : directHost;
}
