import { BlockList } from 'node:net';
import { Hono } from 'hono';
import { createRequestListener } from '../../../../server/http/create-request-listener.ts';
import { addErrorReplies } from '../../../../server/http/error-reply.ts';
import type { FileAnswers } from '../../../../server/http/files/file-answers.ts';
import type { ListenPlace } from '../../../../server/http/listen.ts';
import { listen } from '../../../../server/http/listen.ts';
import type { ServerEnv } from '../../../../server/http/server-env.ts';
import { whenDone } from './when-done.ts';

export interface RunningApp {
  port: number;
  /** Failures that no handler expected. */
  errors: unknown[];
}

/** Routes on a real listener, which is stopped after the test. */
export async function startApp(
  addRoutes: (app: Hono<ServerEnv>) => void,
  { files, ...place }: Partial<ListenPlace> & { files?: FileAnswers } = {},
): Promise<RunningApp> {
  const errors: unknown[] = [];
  const app = new Hono<ServerEnv>();
  addErrorReplies(app, (error) => errors.push(error));
  addRoutes(app);
  const listener = await listen(createRequestListener(app, new BlockList(), undefined, files), {
    host: '127.0.0.1',
    port: 0,
    portOption: '--port',
    ...place,
  });
  if (!listener.ok) throw new Error(listener.error.message);
  whenDone(() => listener.value.stop(0));
  return { port: listener.value.port, errors };
}
