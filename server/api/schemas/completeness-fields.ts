import { within } from './within.ts';

const ledger = {
  pageLoads: 'Pages that began.',
  created: 'Sum of the highest event numbers that are known of each.',
  stored: 'Events that have arrived.',
  rejected: 'Events that the intake has refused.',
  missing: 'The rest: on their way, kept by a browser, or lost.',
  implausible:
    'Page loads with more missing events than are possible; these do not count as created.',
};

/** Descriptions of `completeness` in a report. */
export const completenessFields = {
  completeness:
    'Which part of the events that players created has arrived: of all page loads that began in the hours of the filter; with other conditions, of those of the latest playbacks that match.',
  ...within('completeness', {
    ...ledger,
    countedFromMs:
      'Only playbacks from this moment on are looked at one by one, in Unix milliseconds; `null` if it is all of them. Without other conditions this is about `missingBy` and the groups only.',
    stepMs: 'Length of a step: an hour or more.',
    steps: 'All page loads, by the time at which they began; empty steps are left out.',
    missingBy: 'What is known about the missing events of the page loads that were looked at.',
    silence:
      'Player pages that the server has served into frames, and those of them that it has heard of, by host; `null` with other conditions than time and host, or without a whole hour that ended more than 10 minutes ago.',
  }),
  ...within('completeness.steps[]', ledger),
  ...within('completeness.missingBy', {
    arriving: 'Their page has sent something in the last 10 minutes.',
    away: 'Their page was last heard of before: it is offline, closed or blocked.',
    gone: 'The same, more than 30 days ago: browsers keep no event so long.',
    dropped: 'Their page has reported that it dropped them, by reason.',
  }),
  ...within('completeness.silence', {
    fromMs: 'Start of the first hour that is compared.',
    toMs: 'End of the last one.',
    hosts: 'Marked ones first, then those with the most pages.',
    'hosts[].host': 'Origin of the page around the player.',
    'hosts[].served': 'Pages served into its frames that should have sent something.',
    'hosts[].heard': 'Those from which an event has arrived.',
    'hosts[].isMarked':
      'Whether its silent share is far above that of all other hosts together: probably a blocker, or a network that blocks the server.',
  }),
};
