import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.js';

/**
 * The part of a bench's record that docs/scale.md quotes.
 * @typedef {object} PartReport
 * @property {string} part
 * @property {string} title
 * @property {string} measuredAt
 * @property {string} browser
 * @property {number} rounds
 * @property {readonly GroupReport[]} groups
 *
 * @typedef {object} GroupReport
 * @property {string} id
 * @property {string} title
 * @property {readonly { id: string, title: string }[]} lanes
 * @property {readonly Row[]} rows
 *
 * @typedef {object} Row
 * @property {{ id: string, title: string, unit: string }} measure
 * @property {Partial<Record<string, { median: number }>>} values by lane
 */

/** @typedef {import('./calculate-scale.js').MeasuredFigures} MeasuredFigures */

/** Events in a batch of the two sizes that the part `intake` measures. */
const [smallEvents, fullEvents] = [2, 100];

/** @returns {PartReport[]} results that the documents quote */
export function readReports() {
  const file = join(root, 'docs/bench/results.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/**
 * @param {readonly PartReport[]} reports
 * @returns {MeasuredFigures} `NaN` for what was not measured
 */
export function scaleFigures(reports) {
  /**
   * @param {string} part
   * @param {string} group
   * @param {string} lane
   * @param {string} measure
   */
  const medianOf = (part, group, lane, measure) =>
    reports
      .find((report) => report.part === part)
      ?.groups.find(({ id }) => id === group)
      ?.rows.find((row) => row.measure.id === measure)?.values[lane]?.median ?? Number.NaN;
  /** @param {string} measure */
  const ofViewer = (measure) => medianOf('intake', 'viewer', 'viewer', measure);
  /** @param {string} measure */
  const ofBatches = (measure) => {
    const small = medianOf('intake', 'small', 'quorum', measure) * smallEvents;
    const full = medianOf('intake', 'full', 'quorum', measure) * fullEvents;
    const event = (full - small) / (fullEvents - smallEvents);
    return { request: small - smallEvents * event, event };
  };
  const [server, store] = [ofBatches('serverUs'), ofBatches('storeUs')];
  return {
    openEvents: ofViewer('openEvents'),
    openRequests: ofViewer('openRequests'),
    playEvents: ofViewer('eventsPerMin'),
    playRequests: ofViewer('requestsPerMin'),
    requestBytes: ofViewer('bytesPerMin') / ofViewer('requestsPerMin'),
    pageBytes: ofViewer('openBytes'),
    pageUs: ofViewer('pageUs'),
    serverRequestUs: server.request,
    serverEventUs: server.event,
    storeRequestUs: store.request,
    storeEventUs: store.event,
    eventBytes: medianOf('scale', 'burst', 'postgres1', 'bytes') / eventsOfVisit,
  };
}

/** Events of a document that the part `scale` measures. */
const eventsOfVisit = 6;
