import { parentPort, workerData } from 'node:worker_threads';
import { bracketBombs, largeEvents } from './floods/bombs.ts';
import { feedback } from './floods/feedback.ts';
import { longStacks } from './floods/long-stacks.ts';
import { deepPipelines, droppedDownloads, unreadParts } from './floods/pipelines.ts';
import { tinyChunks } from './floods/tiny-chunks.ts';
import type { FloodName } from './recipe.ts';

/** What a flood is aimed at. */
export interface FloodTarget {
  port: number;
  /** Loopback address that the attacker's connections come from. */
  from: string;
  /** Times the rate of the recipe. */
  scale: number;
  /** How long the flood lasts from its first request on, milliseconds. */
  forMs: number;
}

/** What a flood has done. */
export interface FloodCount {
  requests: number;
  sentBytes: number;
  /** Answers by status; 0 where the connection ended without one. */
  statuses: Record<number, number>;
}

/** @returns once the flood has ended and its connections are closed */
export type Flood = (target: FloodTarget) => Promise<FloodCount>;

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
