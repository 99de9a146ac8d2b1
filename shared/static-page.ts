import type { PageScripts, ShellFacts } from './page-shell.ts';
import type { Variable } from './player-args.ts';
import type { PlaylistResponse } from './player-response.ts';

/** Id of the `<script type="application/json">` that only pages of a static host carry. */
export const staticPageElementId = 'static-page';

/** What such a page makes of its address by itself, which a server would have done for it. */
export interface StaticPage extends Pick<ShellFacts, 'packaging' | 'hasPoster'> {
  /** `null` on the page for all that has none of its own. */
  videoId: string | null;
  /** The operator's player variables. */
  args: Record<string, Variable>;
  /** Host name under which the page is a private embed. */
  privateHost: string | null;
  /** Those that have the video, and its author's uploads. */
  playlists: readonly PlaylistResponse[];
  uploads: PlaylistResponse | null;
  scripts: PageScripts;
}
