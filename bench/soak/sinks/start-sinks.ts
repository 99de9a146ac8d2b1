import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { anyPort } from '../../../e2e/support/any-port.ts';
import { createClickHouseProcess } from '../../../e2e/support/run-clickhouse.ts';
import { createSwiftProcess } from '../../../e2e/support/run-swift.ts';
import { makeSwiftBucket } from '../../../e2e/support/swift-bucket.ts';

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
  for (const { server } of [collector, receiver]) opened.defer(() => stop(server));
  const everything = opened.move();
  return {
    swift,
    clickHouse,
    bucket,
    target: { bucket: bucketName, prefix: '', region: swift.region, endpoint: swift.endpoint },
    /** Requests of exports, and of webhooks. */
    received: () => ({ exports: collector.count(), messages: receiver.count() }),
    options: [
      ...['--events', `clickhouse://127.0.0.1:${clickHouse.httpPort}/offstage`],
      ...['--parquet', `s3://${bucketName}?region=${swift.region}&endpoint=${swift.endpoint}`],
      ...['--otlp', collector.url],
      ...['--webhook', receiver.url],
    ],
    close: () => everything.disposeAsync(),
  };
}

/** A server that takes everything. */
async function startReceiver() {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, count: () => count };
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
}
