// The program of `../youtube` finds our module where it expects YouTube's namespace.
// biome-ignore lint/performance/noReExportAll: nothing of it is left out
export * from '../../../sdk/offstage.ts';
export as namespace YT;
