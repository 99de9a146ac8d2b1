import { playerLimits } from '../shared/limits/player-limits.ts';
import { createEmbed, type Embed } from './boot/create-embed.ts';
import { readPageConfig } from './boot/page-config.ts';
import { createHostInbox } from './bridge/host-inbox.ts';
import { inOwnTask } from './page/lifecycle/own-task.ts';
import { onceIdle } from './page/lifecycle/when-idle.ts';

declare global {
  interface Window {
    /**
     * The page's entry (specification §2): takes the page config and returns the player
     * application. Later calls return the same one.
     */
    writeEmbed: (config: unknown) => Embed;
    /** The result of `writeEmbed`; reading it starts the player early. */
    readonly offstage: Embed;
  }
}

let embed: Embed | null = null;
const inbox = createHostInbox();

window.writeEmbed = (config) => {
  embed ??= createEmbed(config, inbox);
  return embed;
};
const start = () => window.writeEmbed(readPageConfig(document));
Object.defineProperty(window, 'offstage', { get: () => embed ?? start() });
// Reading `window.offstage` starts the player sooner.
const begin = () => inOwnTask(start);
if (document.documentElement.dataset.begins) {
  // Poster and button work without the player, so paint them first. Other embeds may share this
  // thread; theirs are painted first too. A hidden page is never painted, hence the timer.
  requestAnimationFrame(() => onceIdle(begin));
  setTimeout(begin, playerLimits.paintMs);
} else begin();
