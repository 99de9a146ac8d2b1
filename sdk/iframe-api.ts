import type { YtWindow } from './yt-namespace.ts';
import { defineYt } from './yt-namespace.ts';

// `/iframe_api`, a classic script: after it has run, a page written for YouTube's finds everything in its place.
defineYt(window as YtWindow & Window);
