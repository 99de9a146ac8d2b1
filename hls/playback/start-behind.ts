import type {
  LoaderCallbacks,
  LoaderConfiguration,
  PlaylistLoaderConstructor,
  PlaylistLoaderContext,
} from 'hls.js';
import { playlistLoader } from './playlist-loader.ts';

/**
 * Lets a live stream start this many seconds before its newest moment. hls.js knows that distance
 * only from playlists (RFC 8216 4.3.5.2, `EXT-X-START`), so the first playlist gets the tag. A
 * moment that has left the stream becomes its oldest one.
 */
export function startBehind(seconds: number): PlaylistLoaderConstructor {
  return class extends playlistLoader {
    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      if (context.type !== 'manifest') {
        super.load(context, config, callbacks);
        return;
      }
      super.load(context, config, {
        ...callbacks,
        onSuccess(response, ...more) {
          const data = `${response.data}\n#EXT-X-START:TIME-OFFSET=-${seconds}\n`;
          callbacks.onSuccess({ ...response, data }, ...more);
        },
      });
    }
  };
}
