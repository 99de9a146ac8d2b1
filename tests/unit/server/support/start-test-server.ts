import { onTestFinished } from 'vitest';
import type { RunningServer, StartOptions } from '../../../../server/start-server.ts';
import { startServer } from '../../../../server/start-server.ts';
import { tempDirectory } from './temp-directory.ts';

/** A page with the places that the server fills in, as the build makes it from `index.html`. */
const pageTemplate = `<!doctype html>
<html lang="en" data-theme="auto">
<head><!--offstage:title--><title>T</title><!--/offstage:title-->
<!--offstage:head--><!--/offstage:head-->
<!--offstage:config--><script type="application/json" id="page-config"></script><!--/offstage:config--></head>
<body><!--offstage:video--><video></video><!--/offstage:video--><button type="button" class="big-play" aria-label="Play"></button></body></html>`;

const demoTemplate = '<!doctype html><body><!--offstage:demo-config--><!--/offstage:demo-config--></body>';

/** @returns options of a server on free ports, with small pages, an empty library and a data directory of its own */
export function testOptions(changes: Partial<StartOptions> = {}): StartOptions {
  return {
    port: 0,
    demoPort: 0,
    host: 'localhost',
    mediaDir: changes.mediaDir ?? tempDirectory(),
    dataDir: changes.dataDir ?? tempDirectory(),
    token: null,
    isTelemetryOn: true,
    isConsentRequired: false,
    privateHost: null,
    brand: 'Testube',
    cmcd: null,
    botDetection: false,
    adStatus: null,
    pageConfigFile: null,
    loggedInHeader: null,
    pageDir: tempDirectory({
      'index.html': pageTemplate,
      'assets/main-abc.js': 'js',
      'assets/main-abc.js.map': '{}',
    }),
    demoDir: tempDirectory({
      'index.html': demoTemplate,
      'clients.html': demoTemplate,
      'assets/demo-abc.js': 'demo',
    }),
    sdkDir: tempDirectory(),
    ...changes,
  };
}

export interface TestServer extends RunningServer {
  /** Origins by address, so that no test depends on how the machine resolves names. */
  embed: string;
  demo: string;
  /** What no handler expected. Empty unless the test provoked it. */
  errors: unknown[];
}

/** A real server that is stopped after the test. */
export async function startTestServer(
  changes: Partial<StartOptions> = {},
  now: () => number = Date.now,
): Promise<TestServer> {
  const errors: unknown[] = [];
  const started = await startServer(testOptions(changes), {
    now,
    reportError: (error) => errors.push(error),
    signal: new AbortController().signal,
  });
  if (!started.ok) throw new Error(started.error.message);
  let stopped: Promise<void> | null = null;
  const stop = (graceMs: number) => {
    stopped ??= started.value.stop(graceMs);
    return stopped;
  };
  onTestFinished(() => stop(0));
  return {
    ...started.value,
    stop,
    embed: `http://127.0.0.1:${started.value.embedPort}`,
    demo: `http://127.0.0.1:${started.value.demoPort}`,
    errors,
  };
}
