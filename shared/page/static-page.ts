import type { Variable } from '../player/player-args.ts';
import type { PlaylistResponse } from '../player/player-response.ts';
import type { PageScripts, ShellFacts } from './page-shell.ts';

/** Id of the `<script type="application/json">` that only pages of a static host carry. */
export const staticPageElementId = 'static-page';

/** Facts from which such a page evaluates its own URL, as a server would otherwise do. */
export interface StaticPage extends Pick<ShellFacts, 'packaging' | 'hasPoster'> {
  /** `null` on the shared page for all videos without one of their own. */
  videoId: string | null;
  /** The operator's player variables. */
  args: Record<string, Variable>;
  /** Host name under which the page is a private embed. */
  privateHost: string | null;
  /** Playlists that contain the video, and its author's uploads. */
  playlists: readonly PlaylistResponse[];
  uploads: PlaylistResponse | null;
  scripts: PageScripts;
}
