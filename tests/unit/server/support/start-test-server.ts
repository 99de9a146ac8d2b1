import { openFilesMaxCount } from '../../../../server/http/fairness/share-descriptors.ts';
import { createLog } from '../../../../server/operator/log/create-log.ts';
import type { StartOptions } from '../../../../server/start/start-options.ts';
import type { RunningServer } from '../../../../server/start/start-server.ts';
import { startServer } from '../../../../server/start/start-server.ts';
import { storePlace } from './store-place.ts';
import { tempDirectory } from './temp-directory.ts';
import { whenDone } from './when-done.ts';

/**
 * A page with the placeholders that the server fills in, as the build makes it from `index.html`.
 */
const pageTemplate = `<!doctype html>
<html lang="en" data-theme="auto">
<head><!--offstage:title--><title>T</title><!--/offstage:title-->
<!--offstage:head--><!--/offstage:head-->
<!--offstage:config--><script type="application/json" id="page-config"></script><!--/offstage:config--></head>
<body><!--offstage:video--><video></video><!--/offstage:video--><button type="button" class="big-play" aria-label="Play"></button>
<!--offstage:waiting--><!--/offstage:waiting--></body></html>`;

const demoTemplate =
  '<!doctype html><body><!--offstage:demo-config--><!--/offstage:demo-config--><!--offstage:demo-notice--><!--/offstage:demo-notice--></body>';

/** Read once: each read makes a whole report of the process. */
const descriptorsMaxCount = openFilesMaxCount();

/**
 * @returns options of a server on free ports, with small pages, an empty library and its own data
 * directory
 */
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
    fieldShare: 0,
    dimensions: [],
    botDetection: false,
    adStatus: null,
    pageConfigFile: null,
    experiments: [],
    retreats: [],
    loggedInHeader: null,
    apiKey: null,
    rateLimit: 30_000,
    stores: [],
    replica: null,
    events: null,
    inboxDays: null,
    parquet: null,
    geoipFile: null,
    spoolMb: 0,
    keepDays: null,
    trustDateMs: null,
    embedDomains: null,
    signingKey: null,
    signsAll: false,
    signedMediaSec: 14_400,
    allowsOpaqueHosts: false,
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    cspExtra: {},
    pageOrigins: [],
    areMetricsOpen: false,
    webhooks: [],
    budgets: [],
    otlp: null,
    log: 'text',
    hasAccessLog: false,
    drainMs: 0,
    pageDir: tempDirectory({
      'index.html': pageTemplate,
      'assets/main-abc.js': 'js',
      'assets/main-abc.js.map': '{}',
    }),
    demoDir: tempDirectory({
      'index.html': demoTemplate,
      'clients.html': demoTemplate,
      'compare.html': demoTemplate,
      'builder.html': demoTemplate,
      'assets/demo-abc.js': 'demo',
    }),
    sdkDir: tempDirectory(),
    dashboardDir: tempDirectory({
      'index.html': '<!doctype html><title>Dashboard</title>',
      'assets/dashboard-abc.js': 'dashboard',
    }),
    docsDir: tempDirectory(),
    ...changes,
  };
}

export interface TestServer extends RunningServer {
  /** Origins with IP addresses, so that no test depends on name resolution. */
  embed: string;
  demo: string;
  /** Failures that no handler expected. Empty unless the test provoked one. */
  errors: unknown[];
  /** Its log, as JSON. */
  lines: string[];
  /** The messages to the operator. */
  sentences: string[];
}

/** A real server that is stopped after the test. */
export async function startTestServer(
  changes: Partial<StartOptions> = {},
  now: () => number = Date.now,
): Promise<TestServer> {
  const place =
    changes.dataDir === undefined && changes.stores === undefined ? await storePlace() : null;
  const errors: unknown[] = [];
  const lines: string[] = [];
  const sentences: string[] = [];
  const started = await startServer(testOptions({ ...place?.options, ...changes }), {
    now,
    reportError: (error) => errors.push(error),
    warn: (sentence) => sentences.push(sentence),
    log: createLog({
      format: 'json',
      print: (line) => lines.push(line),
      printError: () => {},
      now,
    }),
    openFilesMaxCount: descriptorsMaxCount,
    signal: new AbortController().signal,
  });
  if (!started.ok) throw new Error(started.error.message);
  let stopped: Promise<void> | null = null;
  const stop = (graceMs: number) => {
    stopped ??= started.value.stop(graceMs);
    return stopped;
  };
  whenDone(() => stop(0));
  return {
    ...started.value,
    stop,
    embed: `http://127.0.0.1:${started.value.embedPort}`,
    demo: `http://127.0.0.1:${started.value.demoPort}`,
    errors,
    lines,
    sentences,
  };
}
