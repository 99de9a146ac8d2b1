/** Meaning of one figure. For all of them, less is better. */
export interface Measure {
  id: string;
  title: string;
  unit: string;
  /** For a reader who knows the web, but not this bench. */
  explanation: string;
  /** Maximum for ours, from the project's `goals.md`. */
  goal?: number;
  /** Measured for ours only: the others have no store here. */
  isOursOnly?: boolean;
}

export const measures = [
  {
    id: 'us1x',
    title: 'Main thread, full speed',
    unit: 'µs an event',
    explanation:
      'Processor time of all tasks of the page’s main thread from the first event until all are delivered, less that of a page which does the same tasks and logs nothing, an event: what the viewer’s page pays.',
    goal: 10,
  },
  {
    id: 'us4x',
    title: 'Main thread, four times slower',
    unit: 'µs an event',
    explanation: 'The same with the main thread slowed down four times, as on a cheap phone.',
    goal: 30,
  },
  {
    id: 'wall1x',
    title: 'The same by the clock, full speed',
    unit: 'µs an event',
    explanation:
      'Time that the same tasks took by the clock. It holds what the machine did for others meanwhile: for the worker and for the rest of the browser, which is our doing, and for strangers, which is not.',
  },
  {
    id: 'wall4x',
    title: 'The same by the clock, four times slower',
    unit: 'µs an event',
    explanation: 'The same with the main thread slowed down four times.',
  },
  {
    id: 'call1x',
    title: 'The call itself, full speed',
    unit: 'µs an event',
    explanation: 'Time inside the logger’s function: the part that delays the caller’s own task.',
  },
  {
    id: 'call4x',
    title: 'The call itself, four times slower',
    unit: 'µs an event',
    explanation: 'The same with the main thread slowed down four times.',
  },
  {
    id: 'threads1x',
    title: 'All threads, full speed',
    unit: 'µs an event',
    explanation:
      'Processor time of all threads of the page’s processes from the first event until all are delivered, less that of a page which does the same tasks and logs nothing, an event: main thread, worker, storage and network as far as they run in the page’s processes.',
    goal: 50,
  },
  {
    id: 'workerMs',
    title: 'Worker',
    unit: 'ms for all events',
    explanation:
      'Processor time of the page’s worker threads at full speed. It runs beside the page and delays nothing in it.',
  },
  {
    id: 'bytes',
    title: 'Bytes on the wire',
    unit: 'an event',
    explanation:
      'Request bodies as they arrive, packed as they are, an event delivered. Headers are not counted.',
    goal: 25,
  },
  {
    id: 'requests',
    title: 'Requests',
    unit: 'for all events',
    explanation: 'Requests with a body for 5,000 events in 10 seconds.',
    goal: 50,
  },
  {
    id: 'preflights',
    title: 'CORS preflights',
    unit: 'for all events',
    explanation:
      'Requests that the browser makes to ask whether it may make the others. The collector allows it for ten minutes.',
  },
  {
    id: 'undelivered',
    title: 'Not delivered, no fault',
    unit: 'events of 5,000',
    explanation:
      'Events that had not arrived 33 seconds after the last was logged, nothing being wrong. Some loggers drop what comes faster than they send; some only take long.',
    goal: 0,
  },
  {
    id: 'scriptKb',
    title: 'Script on the main thread',
    unit: 'KB gzipped',
    explanation:
      'The library as a production bundle. Ours: the page’s side of the services, without the worker’s script.',
  },
  {
    id: 'workerScriptKb',
    title: 'Script in the worker',
    unit: 'KB gzipped',
    explanation:
      'Loaded when the page is idle. It does more than logging: the player’s API calls are there as well.',
  },
  {
    id: 'offlineLost',
    title: 'Lost, 20 s offline',
    unit: 'events of 1,000',
    explanation:
      'Events that had not arrived a minute after the network was back. They are logged from one second before the network goes until eight seconds after.',
    goal: 0,
  },
  {
    id: 'backSec',
    title: 'Delivered after the network is back',
    unit: 's',
    explanation: 'From the network’s return to the last event that arrived.',
    goal: 6,
  },
  {
    id: 'errorsLost',
    title: 'Lost, 20 s of errors 500',
    unit: 'events of 1,000',
    explanation: 'The same with an intake that answers 500 instead.',
    goal: 0,
  },
  {
    id: 'errorsKb',
    title: 'Sent in vain, 20 s of errors 500',
    unit: 'KB',
    explanation: 'Bodies that were answered with 500.',
    goal: 25,
  },
  {
    id: 'errorsRequests',
    title: 'Attempts, 20 s of errors 500',
    unit: 'requests',
    explanation: 'Requests that were answered with 500.',
    goal: 6,
  },
  {
    id: 'removedLost',
    title: 'Lost, frame removed in a burst',
    unit: '% of events',
    explanation:
      'The host removes the frame after 100 events of a burst of 200. What had not arrived 15 seconds after the page was opened again.',
    goal: 0,
  },
  {
    id: 'removedTwice',
    title: 'Sent twice, frame removed',
    unit: '% of events',
    explanation:
      'Events that arrived more than once in that trial, before any store has dropped a copy.',
    goal: 5,
  },
  {
    id: 'killedLost',
    title: 'Lost, renderer killed',
    unit: '% of events',
    explanation:
      'The browser kills the frame’s process 100 ms after a burst of 200 events. What had not arrived 15 seconds after the page was opened again.',
    goal: 0,
  },
  {
    id: 'killedTwice',
    title: 'Sent twice, renderer killed',
    unit: '% of events',
    explanation: 'Events that arrived more than once in that trial.',
  },
  {
    id: 'outageTwice',
    title: 'Sent twice, outages',
    unit: '% of events',
    explanation: 'Events that arrived more than once in the trials offline and with errors 500.',
  },
  {
    id: 'storedTwice',
    title: 'Duplicates in the store',
    unit: 'events',
    explanation:
      'Events that the server’s store holds more than once, over all trials: ours only, the others send to a collector that stores nothing.',
    goal: 0,
    isOursOnly: true,
  },
] as const satisfies readonly Measure[];

export type MeasureId = (typeof measures)[number]['id'];

/** Results of one trial of a lane. */
export type Figures = Partial<Record<MeasureId, number>>;
