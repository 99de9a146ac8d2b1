import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Flood, FloodCount, FloodTarget } from '../flood.ts';

/** A file whose answer does not fit into the buffers of a socket. */
const film = '/media/offstage001.mp4';

/** One connection that sends all of its requests at once. */
interface Pipeline {
  requests: number;
  path: string;
  /**
   * `drop`: the client closes at the first byte of an answer. `unread`: it reads no answer and
   * stays connected.
   */
  manner: 'drop' | 'unread';
}

/** H1: connections with two requests each, 40 in parallel for each unit of scale. */
export const droppedDownloads: Flood = (target) =>
  connectInParallel(target, 40 * target.scale, { requests: 2, path: film, manner: 'drop' });

/** H1: connections with 100 requests each, 10 in parallel. */
export const deepPipelines: Flood = (target) =>
  connectInParallel(target, 10 * target.scale, { requests: 100, path: film, manner: 'drop' });

/**
 * M8: 50 connections, each with 100 requests for parts of a low-latency stream, reading no answer.
 */
export const unreadParts: Flood = async (target) => {
  const path = await newestPart(target);
  return connectInParallel(target, 50 * target.scale, { requests: 100, path, manner: 'unread' });
};

/** Keeps this many connections open until the time is over, replacing each that ends. */
async function connectInParallel(
  target: FloodTarget,
  connections: number,
  pipeline: Pipeline,
): Promise<FloodCount> {
  const count: FloodCount = { requests: 0, sentBytes: 0, statuses: {} };
  const untilMs = performance.now() + target.forMs;
  const lane = async () => {
    while (performance.now() < untilMs) {
      await runPipeline(target, pipeline, untilMs, count);
      // If the server refuses connections, this loop must still pause.
      await wait(1);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return count;
}

function runPipeline(
  target: FloodTarget,
  { requests, path, manner }: Pipeline,
  untilMs: number,
  count: FloodCount,
) {
  const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests);
  return new Promise<void>((resolve) => {
    const socket = open(target);
    const leftMs = Math.max(1, untilMs - performance.now());
    const end = setTimeout(() => socket.destroy(), leftMs);
    socket.once('connect', () => {
      socket.write(text);
      count.requests += requests;
      count.sentBytes += text.length;
      if (manner === 'unread') socket.pause();
    });
    if (manner === 'drop')
      socket.once('data', (chunk) => {
        const status = Number(
          /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1', 0, 16))?.[1] ?? 0,
        );
        count.statuses[status] = (count.statuses[status] ?? 0) + 1;
        socket.destroy();
      });
    socket.once('error', () => {
      count.statuses[0] = (count.statuses[0] ?? 0) + 1;
    });
    socket.once('close', () => {
      clearTimeout(end);
      resolve();
    });
  });
}

function open({ port, from }: FloodTarget): Socket {
  return connect({ port, host: '127.0.0.1', localAddress: from });
}

/** A part of the newest segment in the bundled low-latency stream. */
async function newestPart({ port }: FloodTarget): Promise<string> {
  const origin = `http://127.0.0.1:${port}`;
  const page = await (await fetch(`${origin}/embed/offstage007`)).text();
  const master = /"(\/live\/offstage007\/[^"]+\.m3u8)"/.exec(page)?.[1] ?? '';
  const list = await (await fetch(`${origin}${master}`)).text();
  const rendition =
    list.split('\n').find((line) => /\.m3u8$/.test(line) && !line.startsWith('#')) ?? '';
  const renditionUrl = new URL(rendition, `${origin}${master}`);
  const playlist = await (await fetch(renditionUrl)).text();
  const part = [...playlist.matchAll(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)].at(-1)?.[1];
  if (part === undefined)
    throw new Error(`The low-latency stream has no part: ${playlist.slice(0, 200)}`);
  return new URL(part, renditionUrl).pathname;
}
