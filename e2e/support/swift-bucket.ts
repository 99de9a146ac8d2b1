import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import type { SwiftProcess } from './run-swift.ts';

/** A bucket of Swift, and what is in it. */
export interface SwiftBucket {
  names(): Promise<string[]>;
  /** Copies all files to a directory, under their names. */
  copyTo(directory: string): Promise<void>;
  close(): void;
}

/** Makes a bucket. */
export async function makeSwiftBucket(
  { endpoint, region, env }: SwiftProcess,
  bucket: string,
): Promise<SwiftBucket> {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  async function names(): Promise<string[]> {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.map(({ Key = '' }) => Key).sort();
  }
  return {
    names,
    async copyTo(directory) {
      for (const name of await names()) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: name }));
        const file = join(directory, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, (await Body?.transformToByteArray()) ?? '');
      }
    },
    close: () => client.destroy(),
  };
}

/** Asks DuckDB, which shares no code with the writer of the files. */
export async function askDuckDb(sql: string): Promise<Record<string, unknown>[]> {
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
