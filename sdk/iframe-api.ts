import type { YtWindow } from './yt-namespace.ts';
import { defineYt } from './yt-namespace.ts';

// `/iframe_api`, a classic script: it defines everything that a page written for YouTube expects.
defineYt(window as YtWindow & Window);
