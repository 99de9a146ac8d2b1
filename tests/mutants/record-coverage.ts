import { afterAll, afterEach, beforeEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /**
     * Ids of the mutants that the file executes outside of its tests, such as while it is loaded.
     */
    mutantsOfFile?: string[];
    /** Ids of the mutants that each test executes, by the test's id. */
    mutantsOfTests?: Record<string, string[]>;
  }
}

interface StrykerGlobal {
  currentTestId?: string;
  /** In the browser: this realm repeats its earlier reports for the next test. */
  reportAgain?: () => void;
  mutantCoverage?: {
    static: Record<string, number>;
    perTest: Record<string, Record<string, number>>;
  };
}

const globals = globalThis as { __stryker__?: StrykerGlobal };
globals.__stryker__ ??= {};
const stryker = globals.__stryker__;

if (typeof document === 'undefined') recordInNode();
else recordInBrowser();

/** Work that a test has started may outlast it, and counts for it until the next one begins. */
function recordInNode(): void {
  stryker.currentTestId = undefined;
  // The instrumented modules of earlier files hold on to this object.
  stryker.mutantCoverage = Object.assign(stryker.mutantCoverage ?? {}, { static: {}, perTest: {} });
  const { mutantCoverage } = stryker;
  beforeEach(({ task }) => {
    stryker.currentTestId = task.id;
  });
  afterEach(({ task }) => {
    task.file.meta.mutantsOfFile = Object.keys(mutantCoverage.static);
    task.file.meta.mutantsOfTests = Object.fromEntries(
      Object.entries(mutantCoverage.perTest).map(([id, ids]) => [id, Object.keys(ids)]),
    );
  });
}

/** The page, its frames and its workers report by channel, see `mutant-plugin.ts`. */
function recordInBrowser(): void {
  const ofFile = new Set<string>();
  const ofTests: Record<string, string[]> = {};
  let covered = ofFile;
  const channel = new BroadcastChannel('covered-mutants');
  channel.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
    for (const id of data) covered.add(id);
  });
  beforeEach(async () => {
    await reportsHaveArrived(channel);
    stryker.reportAgain?.();
    covered = new Set();
  });
  afterEach(async ({ task }) => {
    await reportsHaveArrived(channel);
    ofTests[task.id] = [...covered];
    covered = ofFile;
    task.file.meta.mutantsOfFile = [...ofFile];
    task.file.meta.mutantsOfTests = ofTests;
  });
  afterAll(() => channel.close());
}

/** A message of our own arrives after those that were sent before it. */
async function reportsHaveArrived(channel: BroadcastChannel): Promise<void> {
  const sender = new BroadcastChannel('covered-mutants');
  const arrived = new Promise((resolve) =>
    channel.addEventListener('message', resolve, { once: true }),
  );
  sender.postMessage([]);
  await arrived;
  sender.close();
}
