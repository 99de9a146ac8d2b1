import type { Measure } from '../report/part-report.ts';

export const storeMeasures: readonly Measure[] = [
  {
    id: 'serverUs',
    title: 'server, processor time an event',
    unit: 'µs',
    explanation:
      'Of the server process: a core that does nothing else takes 1,000,000 divided by this each second. SQLite is in it.',
  },
  {
    id: 'storeUs',
    title: 'store, processor time an event',
    unit: 'µs',
    explanation: 'Of all PostgreSQL processes together, standbys too.',
  },
  {
    id: 'eventMs',
    title: 'time an event, sender, server and store on one machine',
    unit: 'ms',
    explanation: '1,000 divided by this is what this machine took each second.',
  },
  {
    id: 'batchP50',
    title: 'a batch from its sending to the answer after its commit, median',
    unit: 'ms',
    explanation: 'With as many documents sending at a time as the title says.',
  },
  {
    id: 'batchP99',
    title: 'the same, 99 of 100',
    unit: 'ms',
    explanation: 'One batch in a hundred takes longer.',
  },
  {
    id: 'bytes',
    title: 'in the store, an event',
    unit: 'bytes',
    explanation:
      'Growth of the database by its events, with indexes, without the log that PostgreSQL writes beside it.',
  },
  {
    id: 'lost',
    title:
      'documents of which something acknowledged is lost or doubled after kill -9 of the server',
    unit: 'documents',
    explanation:
      'The server is killed under load and started again; the intake’s receipts are held against what it had acknowledged.',
    goal: { kind: 'value', atMost: 0 },
  },
];

export const viewerMeasures: readonly Measure[] = [
  {
    id: 'pageUs',
    title: 'server, processor time for a player page',
    unit: 'µs',
    explanation: 'GET /embed/ID, compressed. Scripts and media come from a CDN.',
  },
  {
    id: 'openEvents',
    title: 'events until the first picture and its first batch',
    unit: 'events',
    explanation: 'Of an embed that plays by itself.',
  },
  {
    id: 'openRequests',
    title: 'requests of the telemetry until then',
    unit: 'requests',
    explanation: 'What had been asked for when these events were there.',
  },
  {
    id: 'openBytes',
    title: 'over the network until then, without media',
    unit: 'bytes',
    explanation: 'Page, scripts, poster and API in a browser that knows nothing of it yet.',
  },
  {
    id: 'eventsPerMin',
    title: 'events a minute while it plays',
    unit: 'events',
    explanation: 'Nobody touches it.',
  },
  {
    id: 'requestsPerMin',
    title: 'requests of the telemetry a minute while it plays',
    unit: 'requests',
    explanation: 'Batches, entries of the provider’s log, checks.',
  },
  {
    id: 'bytesPerMin',
    title: 'bodies of batches a minute',
    unit: 'bytes',
    explanation: 'As they arrive.',
  },
];
