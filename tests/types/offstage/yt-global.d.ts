// The program of `../youtube` finds our module in place of YouTube's namespace.
// biome-ignore lint/performance/noReExportAll: the whole module is re-exported
export * from '../../../sdk/offstage.ts';
export as namespace YT;
