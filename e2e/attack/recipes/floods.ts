import type { FloodRecipe } from '../recipe.ts';

export const floods: readonly FloodRecipe[] = [
  {
    row: 'H1',
    title: 'aborted downloads with a second request queued [attack-H1]',
    flood: 'droppedDownloads',
  },
  {
    row: 'H1',
    title: 'a hundred downloads queued on each connection [attack-H1]',
    flood: 'deepPipelines',
  },
  {
    row: 'H2',
    title: 'request bodies that decompress to millions of brackets [attack-H2]',
    flood: 'bracketBombs',
  },
  { row: 'H2', title: 'events that decompress to megabytes [attack-H2]', flood: 'largeEvents' },
  { row: 'H4', title: 'request bodies in chunks of one byte [attack-H4]', flood: 'tinyChunks' },
  { row: 'M6', title: 'feedback of 0.8 MB from invented viewers [attack-M6]', flood: 'feedback' },
  {
    row: 'M7',
    title: 'error reports with a line of 3,900 letters [attack-M7]',
    flood: 'longStacks',
  },
  {
    row: 'M8',
    title: 'parts of a live stream that the client never reads [attack-M8]',
    flood: 'unreadParts',
  },
];
