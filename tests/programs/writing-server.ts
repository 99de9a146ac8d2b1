import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createSwiftProcess, type SwiftProcess } from '../../e2e/support/run-swift.ts';
import { askDuckDb, makeSwiftBucket, type SwiftBucket } from '../../e2e/support/swift-bucket.ts';
import type { ParquetTarget } from '../../server/store/parquet/parquet-url.js';
import { freePort } from '../unit/server/support/free-port.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';

let swift: SwiftProcess;
let bucketCount = 0;

/** Starts a Swift for the tests of a file. @returns the running one */
export function startSwift(): () => SwiftProcess {
  let directory = '';
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'offstage-swift-'));
    const port = freePort;
    const ports = [await port(), await port(), await port(), await port(), await port()] as const;
    swift = createSwiftProcess({ directory, ports });
    await swift.start();
  });
  afterAll(async () => {
    await swift.end('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return () => swift;
}

interface TestBucket extends Pick<SwiftBucket, 'names'> {
  target: ParquetTarget;
  /** Answers a question about all its files. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

/** A new bucket. */
export async function makeBucket(): Promise<TestBucket> {
  const bucket = `events-${++bucketCount}`;
  const { names, copyTo, close } = await makeSwiftBucket(swift, bucket);
  onTestFinished(close);
  const { endpoint, region } = swift;
  return {
    target: { bucket, prefix: 'video/', region, endpoint },
    names,
    async query(sql) {
      const directory = tempDirectory();
      await copyTo(directory);
      return askDuckDb(sql.replaceAll('s3://my-bucket/offstage', `${directory}/video`));
    },
  };
}
