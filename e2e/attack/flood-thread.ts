import { parentPort, workerData } from 'node:worker_threads';
import type { Flood, FloodTarget } from './flood.ts';
import { bracketBombs, largeEvents } from './floods/bombs.ts';
import { feedback } from './floods/feedback.ts';
import { longStacks } from './floods/long-stacks.ts';
import { deepPipelines, droppedDownloads, unreadParts } from './floods/pipelines.ts';
import { tinyChunks } from './floods/tiny-chunks.ts';
import type { FloodName } from './recipe.ts';

const floods: Readonly<Record<FloodName, Flood>> = {
  droppedDownloads,
  deepPipelines,
  unreadParts,
  tinyChunks,
  bracketBombs,
  largeEvents,
  longStacks,
  feedback,
};

const { name, target }: { name: FloodName; target: FloodTarget } = workerData;
parentPort?.postMessage(await floods[name](target));
