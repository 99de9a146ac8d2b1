import * as z from 'zod/mini';

const name = z.string();
const count = z.number();
const measured = z.nullable(z.number());

/** created = stored + rejected + missing */
const ledger = {
  pageLoads: count,
  /** Sum of the highest numbers that are known of each page load. */
  created: count,
  stored: count,
  rejected: count,
  /** Neither here nor refused: on their way, kept by a viewer's browser, or lost. */
  missing: count,
  /** Page loads with more missing events than are possible; these do not count as created. */
  implausible: count,
};

/** Which part of the events that players created has arrived. */
export const completenessSchema = z.object({
  ...ledger,
  /**
   * Only playbacks from this moment on are looked at one by one; `null` if it is all of them.
   * Without conditions this is about `missingBy` and the groups only.
   */
  countedFromMs: measured,
  stepMs: count,
  /** All page loads, by the hour in which they began or longer steps; empty ones are left out. */
  steps: z.array(z.object({ atMs: count, ...ledger })),
  /** The missing events of the page loads that were looked at, by what is known about them. */
  missingBy: z.object({
    /** Their page has sent something in the last 10 minutes. */
    arriving: count,
    /** Their page was last heard of before: it is offline, closed or blocked. */
    away: count,
    /** The same, more than 30 days ago: browsers keep no event so long. */
    gone: count,
    /** Their page has reported that it dropped them. */
    dropped: z.array(z.object({ reason: name, count })),
  }),
  /**
   * Player pages that the server has served into frames, and those of them that it has heard of, by
   * host. `null` with other conditions than time and host, or without a whole hour whose players
   * have had the time to send.
   */
  silence: z.nullable(
    z.object({
      /** The hours that are compared; `toMs` is excluded. */
      fromMs: count,
      toMs: count,
      /** Marked ones first, then those with the most pages. */
      hosts: z.array(
        z.object({
          host: name,
          served: count,
          /** Those from which an event has arrived. */
          heard: count,
          /** Its silent share is far above that of all other hosts together. */
          isMarked: z.boolean(),
        }),
      ),
    }),
  ),
});
