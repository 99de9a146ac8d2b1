import elastic from '@elastic/mockotlpserver';

/**
 * A process of its own with Elastic's OTLP receiver, which decodes by the definitions of
 * OpenTelemetry. It sends what it received to its parent. Argument: the port, or 0 for a free one.
 */
const send = (/** @type {unknown} */ message) => process.send?.(message);
const receiver = new elastic.MockOtlpServer({
  logLevel: 'fatal',
  services: ['http'],
  httpHostname: '127.0.0.1',
  httpPort: Number(process.argv[2]),
  onRequest: (/** @type {{ path: string, headers: object }} */ request) => send({ request }),
  onMetrics: (/** @type {unknown} */ data) => send({ metrics: elastic.normalizeMetrics(data) }),
  onLogs: (/** @type {unknown} */ data) => send({ logs: elastic.normalizeLogs(data) }),
});
process.on('disconnect', () => process.exit());
await receiver.start();
send({ url: receiver.httpUrl.origin });
