import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';

/** @typedef {import('./run-reported-suite.js').SuiteOutcome} SuiteOutcome */

/**
 * A suite in a round; null while it runs, and for good if the round died during it.
 * @typedef {SuiteOutcome | null} RoundSuite
 */

/**
 * One run of suites, as stored in its file.
 * @typedef {object} Round
 * @property {string} startedAt
 * @property {string | null} endedAt null while it runs, and for good if it died
 * @property {boolean} isInterrupted by a signal, such as Ctrl-C
 * @property {string} commit
 * @property {boolean} hasChanges whether the tree differed from the commit
 * @property {string | null} load the load that ran beside the suites
 * @property {number} machineLoad load average of one minute at its start
 * @property {Readonly<Record<string, RoundSuite>>} suites by name
 */

const maxMessageChars = 300;

/** Compressed: a round has the titles of thousands of tests. */
export const roundEnding = '.json.gz';

/**
 * Stores a round in a file, which is rewritten whenever a suite starts or ends. So the results of a
 * round that dies are kept.
 * @param {string} file
 * @param {Pick<Round, 'startedAt' | 'commit' | 'hasChanges' | 'load' | 'machineLoad'>} facts
 */
export function createRoundFile(file, facts) {
  /** @type {Record<string, RoundSuite>} */
  const suites = {};
  /** @type {Round} */
  let round = { ...facts, endedAt: null, isInterrupted: false, suites };
  save();

  function save() {
    mkdirSync(path.dirname(file), { recursive: true });
    const unfinished = `${file}.tmp`;
    writeFileSync(unfinished, gzipSync(JSON.stringify(round)));
    renameSync(unfinished, file);
  }

  return {
    /** @param {string} name */
    suiteStarted(name) {
      suites[name] = null;
      save();
    },
    /** @param {SuiteOutcome} outcome */
    suiteEnded(outcome) {
      const results = outcome.results?.map((test) => ({
        ...test,
        message: firstSentence(test.message),
      }));
      suites[outcome.name] = { ...outcome, results: results ?? null };
      save();
    },
    /**
     * @param {object} end
     * @param {string} end.endedAt
     * @param {boolean} end.isInterrupted
     */
    end(end) {
      round = { ...round, ...end };
      save();
    },
  };
}

/**
 * @param {string} directory
 * @returns {Round[]} oldest first; malformed files are skipped
 */
export function readRounds(directory) {
  return namesIn(directory)
    .filter((name) => name.endsWith(roundEnding))
    .flatMap((name) => parseRound(readFileSync(path.join(directory, name))))
    .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

/**
 * @param {Buffer} packed
 * @returns {Round[]}
 */
function parseRound(packed) {
  try {
    const round = JSON.parse(gunzipSync(packed).toString());
    return typeof round?.startedAt === 'string' && round.suites !== undefined ? [round] : [];
  } catch {
    // The file is incomplete, because the machine stopped.
    return [];
  }
}

/** @param {string} directory may not exist yet */
function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** @param {string} message */
function firstSentence(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return (lines.find((line) => line.trim() !== '') ?? '').trim().slice(0, maxMessageChars);
}
