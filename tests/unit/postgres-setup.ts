import type { TestProject } from 'vitest/node';
import { createPostgresServer, type PostgresServer } from './server/support/postgres-server.ts';

let server: PostgresServer | null = null;

/** One server for all files of a run, each of whose tests has databases of its own. */
export async function setup(project: TestProject): Promise<void> {
  server = await createPostgresServer();
  await server.start();
  project.provide('postgresUrl', server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop('SIGQUIT');
  server?.remove();
  server = null;
}

// An interrupted run (Ctrl-C) exits without a teardown.
process.once('exit', () => {
  void server?.stop('SIGKILL');
  server?.remove();
});
