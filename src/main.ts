import { createEmbed, type Embed } from './create-embed.ts';
import { readPageConfig } from './page-config.ts';

declare global {
  interface Window {
    /** The page's entry (specification §2): takes the page config and returns the player application. Once a page. */
    writeEmbed: (config: unknown) => Embed;
    /** What `writeEmbed` returned. */
    offstage: Embed;
  }
}

let embed: Embed | null = null;

window.writeEmbed = (config) => {
  embed ??= createEmbed(config);
  return embed;
};
window.offstage = window.writeEmbed(readPageConfig(document));
