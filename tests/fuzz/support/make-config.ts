import { defaultAttrs, type PageConfig } from '../../../shared/page/page-config.ts';
import { makeVideo } from '../../unit/player/make-video.ts';

/** A page config with these texts. */
export function makeConfig(
  texts: { title: string; brand: string; poster: string; extra: unknown },
  args = {},
): PageConfig {
  const { title, brand, poster, extra } = texts;
  const details = { title, shortDescription: title, author: brand, ...Object(extra) };
  return {
    args,
    attrs: defaultAttrs,
    brand,
    playerResponse: makeVideo({ ...details, title }, { posterUrl: `/${poster}` }),
    playlist: { playlistId: title, title: brand, videoIds: [poster] },
  } as PageConfig;
}
