import fc from 'fast-check';
import { expect } from 'vitest';
import { readAs } from '../../shared/tools/shape.ts';
import { arrivalRowShape } from '../../worker/events/queue/shapes/arrival-row.ts';
import { requestRowShape } from '../../worker/events/queue/shapes/request-row.ts';
import {
  type ArrivalRow,
  type RequestRow,
  requestTo,
} from '../../worker/events/queue/stored-rows.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson } from './support/mutations.ts';

const storedEvent = { seq: 1, tier: 1, endpoint: 'log_event', json: '{}' };
const context = { client: { clientName: 'OFFSTAGE', clientVersion: '1', hl: 'en' } };
const sid = 'sid-0123456789abcdef';
const row = {
  sid,
  owner: sid,
  lastSeq: 1,
  storedMs: 1,
  ...requestTo('log_event'),
  context,
  events: [storedEvent],
};
const request = {
  clientEventId: 'x',
  timestamp: 1,
  id: 1,
  status: 'NEW',
  statusSinceMs: 1,
  sendCount: 0,
  rejectionCount: 0,
};

fuzz(
  'whatever lies in the browser’s store, a row is one of ours or none [threat-browser-store]',
  fc.oneof(damaged({ ...row, ...request }), hostileJson),
  (value) => {
    for (const shape of [arrivalRowShape, requestRowShape]) {
      const row: { events: { json: unknown }[] } | null = readAs<ArrivalRow | RequestRow>(
        shape,
        value,
      );
      if (row !== null) expect(row.events.every(({ json }) => typeof json === 'string')).toBe(true);
    }
  },
);
