import type { Measure } from '../report/part-report.ts';

export const burstMeasures: readonly Measure[] = [
  {
    id: 'firstMs',
    title: 'time a document, first tenth',
    unit: 'ms',
    explanation: 'Sender, server and stores share the machine. 1,000 divided by this a second.',
  },
  {
    id: 'lastMs',
    title: 'time a document, last tenth',
    unit: 'ms',
    explanation: 'When the stores hold nearly all documents.',
  },
  {
    id: 'firstServerUs',
    title: 'server, processor time a document, first tenth',
    unit: 'µs',
    explanation: 'SQLite is in it.',
  },
  {
    id: 'lastServerUs',
    title: 'server, processor time a document, last tenth',
    unit: 'µs',
    explanation: 'SQLite is in it.',
  },
  {
    id: 'firstStoreUs',
    title: 'stores, processor time a document, first tenth',
    unit: 'µs',
    explanation: 'All processes of all PostgreSQL together.',
  },
  {
    id: 'lastStoreUs',
    title: 'stores, processor time a document, last tenth',
    unit: 'µs',
    explanation: 'All processes of all PostgreSQL together.',
  },
  {
    id: 'burstP99',
    title: 'a batch from its sending to the answer after its commit, 99 of 100, last tenth',
    unit: 'ms',
    explanation: 'With as many batches at a time as the title says.',
  },
  {
    id: 'bytes',
    title: 'in the stores, a document with its events',
    unit: 'bytes',
    explanation:
      'With indexes, playbacks and sums, without the log that PostgreSQL writes beside it.',
  },
  {
    id: 'miscounted',
    title: 'events lost or stored twice, with kill -9 of the server in the burst',
    unit: 'events',
    explanation: 'The difference between what was acknowledged and what the summary counts.',
    goal: { kind: 'value', atMost: 0 },
  },
];

export const reportMeasures: readonly Measure[] = [
  {
    id: 'reportMs',
    title: 'a report of the last day, median',
    unit: 'ms',
    explanation: 'Over HTTP, of all documents, while visits arrive.',
    goal: { kind: 'value', atMost: 300 },
  },
  {
    id: 'reportMostMs',
    title: 'a report of the last day, the slowest',
    unit: 'ms',
    explanation: 'Usually the first after the burst.',
  },
  {
    id: 'reportsP50',
    title: 'a batch until its answer, median',
    unit: 'ms',
    explanation: 'From the moment at which it was due.',
  },
  {
    id: 'reportsP99',
    title: 'a batch until its answer, 99 of 100',
    unit: 'ms',
    explanation: 'From the moment at which it was due.',
  },
];

export const expiryMeasures: readonly Measure[] = [
  {
    id: 'expireSec',
    title: 'until all documents of the burst have expired',
    unit: 's',
    explanation: 'By a process of its own, with its start.',
  },
  {
    id: 'expiryP50',
    title: 'a batch until its answer meanwhile, median',
    unit: 'ms',
    explanation: 'From the moment at which it was due.',
  },
  {
    id: 'expiryP99',
    title: 'a batch until its answer meanwhile, 99 of 100',
    unit: 'ms',
    explanation: 'From the moment at which it was due.',
  },
];
