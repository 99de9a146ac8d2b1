import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../../e2e/support/server-process.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { progress } from '../support/progress.ts';
import { bundlePlayers } from './bundle-players.ts';
import { layOutFilm } from './film.ts';
import { peerScripts } from './lanes.ts';
import type { Bench } from './open-player.ts';

export interface RunningBench extends Bench {
  /** The browser's version. */
  version: string;
  close(): Promise<void>;
}

/** Shared by all parts of a run. */
let bundling: Promise<void> | null = null;

/** Bundles the peers, and starts both servers with the same film, and the browser. */
export async function startBench(): Promise<RunningBench> {
  progress('bundling the peers');
  bundling ??= bundlePlayers(peerScripts);
  await bundling;
  return startServers();
}

/** The same without the peers' scripts: their pages that need none are served. */
export async function startServers(): Promise<RunningBench> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne();
  };
  try {
    const film = layOutFilm();
    closers.push(film.remove);
    const options = ['--media', film.directory, '--rate-limit', '0'];
    const server = await startServerProcess(options);
    closers.push(server.dispose);
    const measuring = await startServerProcess([...options, '--field-sample', '100']);
    closers.push(measuring.dispose);
    const { embedOrigin } = server;
    const peers = await startPeers(film.directory, embedOrigin);
    closers.push(peers.close);
    const chromium = await launchChromium();
    closers.push(chromium.close);
    const { devTools, version } = chromium;
    return {
      devTools,
      version,
      embedOrigin,
      measuringOrigin: measuring.embedOrigin,
      peersOrigin: peers.origin,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startPeers(
  mediaDir: string,
  liveOrigin: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const script = fileURLToPath(new URL('serve-players.ts', import.meta.url));
  const child = spawn(process.execPath, [script, mediaDir, liveOrigin], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [port] = await once(child.stdout ?? child, 'data');
  return {
    origin: `http://localhost:${String(port).trim()}`,
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
