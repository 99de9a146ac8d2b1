import cluster, { type Worker } from 'node:cluster';

export interface KeptServer {
  /**
   * Starts another server, from the current sources. The previous one answers until the new one
   * listens.
   */
  restart(): void;
  /** Resolves when no server is running any more. */
  stop(): Promise<void>;
}

export interface KeepDeps {
  /** The server's program, which sends a message when it listens. */
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Sent to each server, which waits for it. */
  message: Promise<object>;
  /** The new server listens, and the previous one has ended. */
  onListening: (start: 'first' | 'again') => void;
  /** The first server ended before it listened. */
  onRefused: (exitCode: number) => void;
  /** A later server ended unexpectedly. */
  onEnded: (isAnotherRunning: boolean) => void;
}

/**
 * Keeps one server running, in a process of its own. As a cluster's worker it listens through this
 * process. So the ports stay open between servers, and no page meets a refused connection.
 */
export function keepServer({ program, args, env, message, ...on }: KeepDeps): KeptServer {
  cluster.setupPrimary({ exec: program, args: [...args] });
  let running: Worker | null = null;
  let starting: Worker | null = null;
  let hasListened = false;

  function start(): void {
    starting?.process.kill('SIGKILL');
    const worker = cluster.fork(env);
    starting = worker;
    // Node.js itself may send to a worker that has just ended (`EPIPE`). Its exit is handled below.
    worker.on('error', () => {});
    void message.then((content) => worker.isConnected() && worker.send(content));
    worker.once('message', async () => {
      if (starting !== worker) return;
      const before = running;
      [running, starting] = [worker, null];
      // Killed, because open streams would delay its end by seconds, and everything that its store
      // has confirmed survives.
      if (before !== null) await end(before, 'SIGKILL');
      on.onListening(hasListened ? 'again' : 'first');
      hasListened = true;
    });
    worker.once('exit', (code) => {
      if (running !== worker && starting !== worker) return;
      if (running === worker) running = null;
      else starting = null;
      if (hasListened) on.onEnded(running !== null);
      else on.onRefused(code);
    });
  }

  start();
  return {
    restart: start,
    async stop() {
      const workers = [running, starting].filter((worker) => worker !== null);
      [running, starting] = [null, null];
      await Promise.all(workers.map((worker) => end(worker, 'SIGTERM')));
    },
  };
}

function end(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve();
    worker.once('exit', () => resolve());
    worker.process.kill(signal);
  });
}
