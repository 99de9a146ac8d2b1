import { addToTotals } from '../totals.ts';
import { moveLimits } from './move-limits.ts';
import { byRow, bySid, rowsPart, withoutRow } from './move-rows.ts';
import type { Part } from './part.ts';

/** The provider's log. Document and number identify an entry. */
const providerLogPart = rowsPart({
  ...byRow('provider_log'),
  title: 'entries of the provider’s log',
  async write(transaction, rows, target) {
    await target.beforeRows(transaction);
    await transaction
      .insertInto('provider_log')
      .values(rows.map(withoutRow))
      .onConflict((conflict) => conflict.columns(['sid', 'n']).doNothing())
      .execute();
  },
});

const providerLogClientsPart = rowsPart({
  ...bySid('provider_log_clients'),
  title: 'documents of the provider’s log',
  async write(transaction, rows) {
    await transaction
      .insertInto('provider_log_clients')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .column('sid')
          .doUpdateSet((value) => ({ dropped_count: value.ref('excluded.dropped_count') }))
          .whereRef('excluded.dropped_count', '>', 'provider_log_clients.dropped_count'),
      )
      .execute();
  },
});

/** If both stores have an error, their counts are added. */
const errorsPart = rowsPart({
  ...byRow('errors'),
  title: 'errors',
  async write(transaction, rows) {
    for (const error of rows.map(withoutRow))
      await transaction
        .insertInto('errors')
        .values(error)
        .onConflict((conflict) =>
          conflict.column('fingerprint').doUpdateSet((value) => ({
            count: value('errors.count', '+', error.count),
            first_received_ms: value
              .case()
              .when('errors.first_received_ms', '>', error.first_received_ms)
              .then(error.first_received_ms)
              .else(value.ref('errors.first_received_ms'))
              .end(),
          })),
        )
        .execute();
  },
});

const errorReportsPart = rowsPart({
  ...byRow('error_reports'),
  title: 'reports of errors',
  async write(transaction, rows) {
    await transaction
      .insertInto('error_reports')
      .values(rows.map(withoutRow))
      .onConflict((conflict) => conflict.columns(['sid', 'id']).doNothing())
      .execute();
  },
});

/**
 * Versions only grow: a version that a viewer's page got from one store must not look newer than
 * the other's data.
 */
const viewersPart = rowsPart({
  name: 'viewers',
  title: 'viewers',
  read: (source, cursor) => {
    const rows = source
      .selectFrom('viewers')
      .selectAll()
      .orderBy('viewer')
      .limit(moveLimits.stepRowsCount);
    // The empty name is a viewer too, and the first one.
    return (cursor === '' ? rows : rows.where('viewer', '>', JSON.parse(cursor))).execute();
  },
  cursorOf: ({ viewer }) => JSON.stringify(viewer),
  async write(transaction, rows, target) {
    await transaction
      .insertInto('viewers')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.column('viewer').doUpdateSet((value) => ({
          version: value('viewers.version', '+', value.ref('excluded.version')),
          bytes: value('viewers.bytes', '+', value.ref('excluded.bytes')),
          seen_ms: value
            .case()
            .when('viewers.seen_ms', '<', value.ref('excluded.seen_ms'))
            .then(value.ref('excluded.seen_ms'))
            .else(value.ref('viewers.seen_ms'))
            .end(),
        })),
      )
      .execute();
    const viewer_bytes = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    await addToTotals(transaction, target.writer, { viewer_bytes });
  },
});

const subscriptionsPart = rowsPart({
  ...byRow('subscriptions'),
  title: 'subscriptions',
  async write(transaction, rows) {
    await transaction
      .insertInto('subscriptions')
      .values(rows.map(withoutRow))
      .onConflict((conflict) => conflict.columns(['viewer', 'channel_id']).doNothing())
      .execute();
  },
});

const feedbackPart = rowsPart({
  ...byRow('feedback'),
  title: 'feedback',
  async write(transaction, rows) {
    await transaction.insertInto('feedback').values(rows.map(withoutRow)).execute();
  },
});

/** A viewer's latest choice wins. */
const preferencesPart = rowsPart({
  name: 'notification_preferences',
  title: 'notification preferences',
  read: (source, cursor) => {
    const [viewer, params] = cursor === '' ? [] : (JSON.parse(cursor) as [string, string]);
    const rows = source
      .selectFrom('notification_preferences')
      .selectAll()
      .orderBy('viewer')
      .orderBy('params')
      .limit(moveLimits.stepRowsCount);
    if (viewer === undefined || params === undefined) return rows.execute();
    return rows
      .where((where) =>
        where.or([
          where('viewer', '>', viewer),
          where.and([where('viewer', '=', viewer), where('params', '>', params)]),
        ]),
      )
      .execute();
  },
  cursorOf: ({ viewer, params }) => JSON.stringify([viewer, params]),
  async write(transaction, rows) {
    for (const preference of rows) {
      await transaction
        .deleteFrom('notification_preferences')
        .where('viewer', '=', preference.viewer)
        .where('params', '=', preference.params)
        .where('changed_ms', '<=', preference.changed_ms)
        .execute();
      await transaction
        .insertInto('notification_preferences')
        .values(preference)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  },
});

/**
 * First row number for moved edits, below all numbers that the target assigns. Moved edits are
 * older, and their order matters.
 */
const editsBaseRow = -(2 ** 50);

const playlistEditsPart = rowsPart({
  ...byRow('playlist_edits'),
  title: 'edits of playlists',
  async write(transaction, rows) {
    // Rows of a second moved store follow those of the first.
    const { highest } = await transaction
      .selectFrom('playlist_edits')
      .select(({ fn }) => fn.max('row').as('highest'))
      .where('row', '<', 0)
      .executeTakeFirstOrThrow();
    const base = highest ?? editsBaseRow;
    await transaction
      .insertInto('playlist_edits')
      .values(rows.map((edit, index) => ({ ...edit, row: base + index + 1 })))
      .execute();
  },
});

export const otherParts: readonly Part[] = [
  providerLogPart,
  providerLogClientsPart,
  errorsPart,
  errorReportsPart,
  viewersPart,
  subscriptionsPart,
  feedbackPart,
  preferencesPart,
  playlistEditsPart,
];
