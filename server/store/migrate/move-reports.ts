import { dimensionsOf } from '../../../shared/telemetry/document-dimensions.ts';
import { keyOf, withIdDay } from '../id-day.ts';
import { addMinutes } from '../reports/count-minutes.ts';
import { moveLimits } from './move-limits.ts';
import { bySid, rowsPart } from './move-rows.ts';

/** Moves before the events, from which playbacks are rebuilt: no event has these facts. */
export const documentsPart = rowsPart({
  ...bySid('documents'),
  title: 'documents with playbacks',
  async write(transaction, rows, target) {
    const documents = withIdDay(
      rows.map((row) => ({ sid: row.sid, ...dimensionsOf(row) })),
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
