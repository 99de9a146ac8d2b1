import { pageTitle } from '../../../shared/page/page-config.ts';
import { escapeHtml, inlineJson } from '../../http/html/escape-html.ts';
import { describeVideoObject, type VideoObjectDeps } from './describe-video-object.ts';
import { fitSize } from './fit-size.ts';
import { watchLimits } from './watch-limits.ts';

/**
 * Metadata of a video's page, for search engines and programs that show previews: Open Graph,
 * Twitter's player card, the link to the oEmbed answer, and schema.org's `VideoObject`.
 * @returns elements for the page's head
 */
export function watchHead(deps: VideoObjectDeps): string {
  const { addresses, video } = deps;
  const { title } = video.response.videoDetails;
  const links = [
    `<link rel="canonical" href="${escapeHtml(addresses.watchUrl)}">`,
    ...(deps.isEmbeddable
      ? (['json', 'xml'] as const).map((format) => oembedLink(deps, format))
      : []),
  ];
  const json = `<script type="application/ld+json">${inlineJson(describeVideoObject(deps))}</script>`;
  const names = { description: summaryOf(deps), ...twitterCard(deps) };
  return [
    ...links,
    ...Object.entries(names).map(([name, content]) => meta('name', name, content)),
    ...openGraph(deps, title).map(([property, content]) => meta('property', property, content)),
    json,
  ].join('\n');
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

function oembedLink({ addresses, video, brand }: VideoObjectDeps, format: 'json' | 'xml'): string {
  const type = format === 'json' ? 'application/json+oembed' : 'text/xml+oembed';
  const title = pageTitle(video.response.videoDetails.title, brand);
  return `<link rel="alternate" type="${type}" href="${escapeHtml(addresses.oembedUrl(format))}" title="${escapeHtml(title)}">`;
}

/** The start of the description, on one line. */
function summaryOf({ video }: VideoObjectDeps): string {
  const { shortDescription, title } = video.response.videoDetails;
  const line = (shortDescription || title).replace(/\s+/g, ' ').trim();
  if (line.length <= watchLimits.summaryMaxChars) return line;
  return `${line.slice(0, watchLimits.summaryMaxChars).replace(/\s+\S*$/, '')} …`.toWellFormed();
}

function openGraph(deps: VideoObjectDeps, title: string): [property: string, content: string][] {
  const { addresses, brand, poster, origin, video, isEmbeddable } = deps;
  const { lengthSeconds } = video.response.videoDetails;
  return [
    ['og:site_name', brand],
    ['og:type', 'video.other'],
    ['og:title', title],
    ['og:description', summaryOf(deps)],
    ['og:url', addresses.watchUrl],
    ...(poster ? [['og:image', `${origin}${poster.path}`] as [string, string]] : []),
    ...(poster?.size
      ? ([
          ['og:image:width', String(poster.size.width)],
          ['og:image:height', String(poster.size.height)],
        ] satisfies [string, string][])
      : []),
    ...(poster ? [['og:image:alt', title] as [string, string]] : []),
    ...(isEmbeddable ? openGraphVideo(deps) : []),
    ...(lengthSeconds > 0
      ? [['video:duration', String(Math.max(1, Math.round(lengthSeconds)))] as [string, string]]
      : []),
    ...(video.uploadDate === undefined
      ? []
      : [['video:release_date', video.uploadDate] as [string, string]]),
  ];
}

function openGraphVideo({
  addresses,
  video,
}: VideoObjectDeps): [property: string, content: string][] {
  const { embedUrl } = addresses;
  const { width, height } = usualSize(video.response.videoDetails);
  return [
    ['og:video', embedUrl],
    ...(embedUrl.startsWith('https:')
      ? [['og:video:secure_url', embedUrl] as [string, string]]
      : []),
    ['og:video:type', 'text/html'],
    ['og:video:width', String(width)],
    ['og:video:height', String(height)],
  ];
}

function twitterCard({ addresses, video, origin, poster, isEmbeddable }: VideoObjectDeps) {
  const { title, ...picture } = video.response.videoDetails;
  const { width, height } = usualSize(picture);
  return {
    'twitter:card': isEmbeddable ? 'player' : 'summary_large_image',
    'twitter:title': title,
    ...(poster && { 'twitter:image': `${origin}${poster.path}` }),
    ...(isEmbeddable && {
      'twitter:player': addresses.embedUrl,
      'twitter:player:width': String(width),
      'twitter:player:height': String(height),
    }),
  };
}

function usualSize(picture: { width: number; height: number }) {
  return fitSize(picture, { maxWidth: null, maxHeight: null });
}
