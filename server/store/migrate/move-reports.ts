import { sql } from 'kysely';
import { dimensionsOf } from '../../../shared/telemetry/document-dimensions.ts';
import { keyOf, withIdDay } from '../id-day.ts';
import { addPages } from '../reports/completeness/add-pages.ts';
import type { PagesTables } from '../reports/completeness/pages-tables.ts';
import { addMinutes } from '../reports/count-minutes.ts';
import { noValues } from '../reports/custom/custom-values.ts';
import { keepName } from '../reports/custom/kept-names.ts';
import { moveLimits } from './move-limits.ts';
import { bySid, rowsPart } from './move-rows.ts';

/** Moves before the events, from which playbacks are rebuilt: no event has these facts. */
export const documentsPart = rowsPart({
  ...bySid('documents'),
  title: 'documents with playbacks',
  async write(transaction, rows, target) {
    const documents = withIdDay(
      // Values come with the events: the target may keep its names in other places.
      rows.map((row) => ({ sid: row.sid, ...dimensionsOf(row), ...noValues })),
      target,
    );
    await transaction
      .insertInto('documents')
      .values(documents)
      .onConflict((conflict) => conflict.columns(keyOf(documents[0], ['sid'])).doNothing())
      .execute();
  },
});

/**
 * Intake counts by minute, added to those of the target. A `writer` is the name of a process that
 * has ended.
 */
export const intakeMinutesPart = rowsPart({
  name: 'intake_minutes',
  title: 'minutes of the intake',
  read: (source, cursor) => {
    const [minute, writer] = cursor === '' ? [-1, ''] : (JSON.parse(cursor) as [number, string]);
    return source
      .selectFrom('intake_minutes')
      .selectAll()
      .where((where) =>
        where.or([
          where('minute_ms', '>', minute),
          where.and([where('minute_ms', '=', minute), where('writer', '>', writer)]),
        ]),
      )
      .orderBy('minute_ms')
      .orderBy('writer')
      .limit(moveLimits.stepRowsCount)
      .execute();
  },
  cursorOf: ({ minute_ms, writer }) => JSON.stringify([minute_ms, writer]),
  async write(transaction, rows) {
    await addMinutes(transaction, rows);
  },
});

/**
 * Pages by hour and host, added to those of the target. Events that move do not count pages again,
 * because the hosts of their documents have moved before.
 */
const pagesPart = (name: keyof PagesTables, title: string) =>
  rowsPart({
    name,
    title,
    read: (source, cursor) => {
      const [hour, host, writer] =
        cursor === '' ? [-1, '', ''] : (JSON.parse(cursor) as [number, string, string]);
      return source
        .selectFrom(name)
        .selectAll()
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('hour_ms', 'host', 'writer'), '>', tuple(hour, host, writer)),
        )
        .orderBy('hour_ms')
        .orderBy('host')
        .orderBy('writer')
        .limit(moveLimits.stepRowsCount)
        .execute();
    },
    cursorOf: ({ hour_ms, host, writer }) => JSON.stringify([hour_ms, host, writer]),
    async write(transaction, rows) {
      await addPages(transaction, name, rows);
    },
  });

export const pagesParts = [
  pagesPart('served_pages', 'counts of served pages'),
  pagesPart('heard_pages', 'counts of pages that were heard of'),
];

/**
 * Names move before the events, which have the values. A name gets a free place in the target; if
 * there is none, the values of its page loads are unknown there.
 */
export const customDimensionsPart = rowsPart({
  name: 'custom_dimensions',
  title: 'custom dimensions',
  read: (source, cursor) =>
    source
      .selectFrom('custom_dimensions')
      .selectAll()
      .where(sql<string>`place`, '>', cursor)
      .orderBy('place')
      .execute(),
  cursorOf: ({ place }) => place,
  async write(transaction, rows) {
    for (const { name } of rows) await keepName(transaction, name);
  },
});

/** An experiment that has been ended in one store has been ended. */
export const experimentsPart = rowsPart({
  name: 'experiments',
  title: 'experiments',
  read: (source, cursor) =>
    source
      .selectFrom('experiments')
      .selectAll()
      .where('key', '>', cursor)
      .orderBy('key')
      .limit(moveLimits.stepRowsCount)
      .execute(),
  cursorOf: ({ key }) => key,
  async write(transaction, rows) {
    await transaction
      .insertInto('experiments')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((value) => ({
            ended_ms: value.ref('excluded.ended_ms'),
            retreat: value.ref('excluded.retreat'),
          }))
          .where('experiments.ended_ms', 'is', null),
      )
      .execute();
  },
});
