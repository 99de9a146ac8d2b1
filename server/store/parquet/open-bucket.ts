import { Readable } from 'node:stream';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { bucketProblem } from './bucket-problem.ts';
import { parquetLimits } from './parquet-limits.ts';
import type { ParquetTarget } from './parquet-url.js';
import { ParquetRefusedError } from './write-parquet.ts';

export interface Bucket {
  /**
   * Stores a file, or replaces it.
   * @param name after the prefix
   */
  put(name: string, content: Uint8Array): Promise<void>;
  close(): void;
}

type Limits = Pick<
  typeof parquetLimits,
  'uploadMs' | 'connectMs' | 'attemptsCount' | 'answerMaxBytes'
>;

/**
 * A bucket of S3 or of a compatible server. Credentials come from where Amazon's own tools look for
 * them. It connects with the first file.
 * @param signal ends requests under way
 */
export function openBucket(
  target: ParquetTarget,
  signal: AbortSignal,
  limits: Readonly<Record<keyof Limits, number>> = parquetLimits,
): Bucket {
  const { bucket, prefix, region, endpoint } = target;
  const client = new S3Client({
    region,
    // A compatible server has one name for all buckets.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: limits.attemptsCount,
    // Some compatible servers do not know newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.uploadMs,
      throwOnRequestTimeout: true,
    },
  });

  return {
    async put(name, content) {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(limits.uploadMs)]);
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: `${prefix}${name}`,
        Body: content,
        ContentType: 'application/vnd.apache.parquet',
      });
      // The client itself reads an answer to its end, however long it is.
      command.middlewareStack.add(
        (next) => async (request) => {
          const answered = await next(request);
          const response = Object(answered.response);
          if (response.body instanceof Readable)
            response.body = Readable.from(
              await readAnswer(response.body, ending, limits.answerMaxBytes),
            );
          return answered;
        },
        { step: 'deserialize', priority: 'low' },
      );
      try {
        await client.send(command, { abortSignal: ending });
      } catch (error) {
        throw new ParquetRefusedError(bucketProblem(error, target));
      }
    },
    close: () => client.destroy(),
  };
}

async function readAnswer(body: Readable, signal: AbortSignal, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const stop = () => body.destroy(new DOMException('It takes too long.', 'AbortError'));
  signal.addEventListener('abort', stop);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) throw Object.assign(new Error(), { name: 'AnswerTooLong' });
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return chunks;
}
