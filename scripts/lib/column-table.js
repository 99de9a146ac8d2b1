import * as z from 'zod';
import { playbackRowSchema } from '../../server/store/reports/playback-row-schemas.ts';

/** @returns {string} a row for each column of a playback's line, with its meaning */
export function columnTable() {
  const { properties = {} } = z.toJSONSchema(playbackRowSchema);
  const rows = Object.entries(properties).map(([name, field]) => {
    const meaning = typeof field === 'object' ? field.description : undefined;
    if (meaning === undefined) throw new Error(`The column ${name} has no description.`);
    return `| \`${name}\` | ${meaning.replaceAll('|', '\\|')} |`;
  });
  return ['| column | meaning |', '| --- | --- |', ...rows].join('\n');
}
