import { SeverityNumber } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { collector } from './collector.js';

// As in the exporter's README for the web; the batch processor has its defaults.
const exporter = new OTLPLogExporter({ url: `${collector}/v1/logs` });
const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
const logger = provider.getLogger('bench', '1.0.0');
window.benchLog = (name, payload) =>
  logger.emit({
    eventName: name,
    severityNumber: SeverityNumber.INFO,
    severityText: 'INFO',
    body: name,
    attributes: payload,
  });
