import { customDimensions } from '../../../../shared/telemetry/document-dimensions.ts';
import type { Expiry } from '../../expiry.ts';

/** Makes room for other values: forgets those older than the events that no playback has. */
export async function expireValues({ steps, cutoffMs, signal }: Expiry): Promise<void> {
  for (const place of customDimensions)
    if (signal?.aborted !== true)
      await steps.run((within) =>
        within
          .deleteFrom('custom_values')
          .where('place', '=', place)
          .where('noted_ms', '<', cutoffMs)
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('playbacks')
                  .select('row')
                  // The index has only rows with a value.
                  .where(place, '<>', '')
                  .whereRef(place, '=', 'custom_values.value'),
              ),
            ),
          )
          .execute(),
      );
}
