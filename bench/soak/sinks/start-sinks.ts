import { join } from 'node:path';
import { anyPort } from '../../../e2e/support/any-port.ts';
import { createClickHouseProcess } from '../../../e2e/support/run-clickhouse.ts';
import { createSwiftProcess } from '../../../e2e/support/run-swift.ts';
import { makeSwiftBucket } from '../../../e2e/support/swift-bucket.ts';
import { startReceiver } from './start-receiver.ts';

const bucketName = 'soak';
const swiftPorts = () => [anyPort(), anyPort(), anyPort(), anyPort(), anyPort()] as const;

/** Starts everything that a server can send to, in a directory. */
export async function startSinks(directory: string) {
  await using opened = new AsyncDisposableStack();
  const swift = createSwiftProcess({ directory: join(directory, 'swift'), ports: swiftPorts() });
  await swift.start();
  opened.defer(() => swift.end('SIGKILL'));
  const clickHouse = createClickHouseProcess({
    directory: join(directory, 'clickhouse'),
    ports: [anyPort(), anyPort(), anyPort()],
  });
  await clickHouse.start();
  opened.defer(() => clickHouse.end('SIGKILL'));
  const bucket = await makeSwiftBucket(swift, bucketName);
  opened.defer(bucket.close);
  const [collector, receiver] = [await startReceiver(), await startReceiver()];
  for (const { close } of [collector, receiver]) opened.defer(close);
  const everything = opened.move();
  return {
    swift,
    clickHouse,
    bucket,
    target: { bucket: bucketName, prefix: '', region: swift.region, endpoint: swift.endpoint },
    collector,
    receiver,
    options: [
      ...['--events', `clickhouse://127.0.0.1:${clickHouse.httpPort}/offstage`],
      ...['--parquet', `s3://${bucketName}?region=${swift.region}&endpoint=${swift.endpoint}`],
      ...['--otlp', collector.url],
      ...['--webhook', receiver.url],
    ],
    close: () => everything.disposeAsync(),
  };
}
