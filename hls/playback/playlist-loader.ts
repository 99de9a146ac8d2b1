import Hls, {
  type LoaderCallbacks,
  type LoaderConfiguration,
  type PlaylistLoaderConstructor,
  type PlaylistLoaderContext,
} from 'hls.js';
import { recoveryLimits } from '../../shared/limits/recovery-limits.ts';

/**
 * hls.js's own loader of playlists, with our deadlines. hls.js 1.7.4 replaces them by three parts
 * (or 0.8 target durations) for playlists that a server may hold until it has the next part, and
 * gives up after two such time-outs. A server may hold them for three target durations (RFC 8216bis
 * 6.2.5.2), and a slow line adds to that.
 */
export const playlistLoader: PlaylistLoaderConstructor = class extends (Hls.DefaultConfig
  .loader as PlaylistLoaderConstructor) {
  override load(
    context: PlaylistLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<PlaylistLoaderContext>,
  ): void {
    const loadPolicy = {
      ...config.loadPolicy,
      maxTimeToFirstByteMs: recoveryLimits.firstByteMs,
      maxLoadTimeMs: recoveryLimits.playlistMs,
    };
    super.load(context, { ...config, loadPolicy, timeout: recoveryLimits.playlistMs }, callbacks);
  }
};
