import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createSwiftProcess, type SwiftProcess } from '../../e2e/support/run-swift.ts';
import type { ParquetTarget } from '../../server/store/parquet/parquet-url.js';
import { freePort } from '../unit/server/support/free-port.ts';
import { tempDirectory } from '../unit/server/support/temp-directory.ts';

/** A bucket of Swift, and what is in it. */
export interface TestBucket {
  target: ParquetTarget;
  names(): Promise<string[]>;
  /** Copies all files to a directory, where DuckDB answers. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

let swift: SwiftProcess;
let bucketCount = 0;

/** Starts a Swift for the tests of a file. @returns the running one */
export function startSwift(): () => SwiftProcess {
  let directory = '';
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'offstage-swift-'));
    const ports = [];
    for (let count = 0; count < 5; count++) ports.push(await freePort());
    swift = createSwiftProcess({ directory, ports: ports as never });
    await swift.start();
  });
  afterAll(async () => {
    await swift.end('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return () => swift;
}

/** A new bucket. */
export async function makeBucket(): Promise<TestBucket> {
  const bucket = `events-${++bucketCount}`;
  const client = openClient();
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const { endpoint, region } = swift;
  async function names(): Promise<string[]> {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.map(({ Key = '' }) => Key).sort();
  }
  return {
    target: { bucket, prefix: 'video/', region, endpoint },
    names,
    async query(sql) {
      const directory = tempDirectory();
      for (const name of await names()) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        const file = join(directory, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, (await Body?.transformToByteArray()) ?? '');
      }
      return queryFiles(sql.replaceAll('s3://my-bucket/offstage', `${directory}/video`));
    },
  };
}

function openClient(): S3Client {
  const { endpoint, region, env } = swift;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    },
  });
  onTestFinished(() => client.destroy());
  return client;
}

/** Asks DuckDB, which shares no code with the writer. */
async function queryFiles(sql: string) {
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
