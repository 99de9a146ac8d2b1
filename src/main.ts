import { playerLimits } from '../shared/limits.ts';
import { hearMessages } from './bridge/hear-messages.ts';
import { createEmbed, type Embed } from './create-embed.ts';
import { inOwnTask } from './lifecycle/own-task.ts';
import { onceIdle } from './lifecycle/when-idle.ts';
import { readPageConfig } from './page-config.ts';

declare global {
  interface Window {
    /** The page's entry (specification §2): takes the page config and returns the player application. Once a page. */
    writeEmbed: (config: unknown) => Embed;
    /** What `writeEmbed` returned. */
    readonly offstage: Embed;
  }
}

let embed: Embed | null = null;
const ear = hearMessages();

window.writeEmbed = (config) => {
  embed ??= createEmbed(config, ear);
  return embed;
};
const start = () => window.writeEmbed(readPageConfig(document));
Object.defineProperty(window, 'offstage', { get: () => embed ?? start() });
// Whoever asks for the player sooner gets it.
const begin = () => inOwnTask(start);
if (document.documentElement.dataset.begins) {
  // Poster and button have no need of it: they are painted first, those of the embeds beside it too, which share its thread. A page that
  // nobody sees is never painted.
  requestAnimationFrame(() => onceIdle(begin));
  setTimeout(begin, playerLimits.paintMs);
} else begin();
