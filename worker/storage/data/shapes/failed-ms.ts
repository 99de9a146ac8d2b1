// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../../shared/tools/shape.ts';
import type { failedMsSchema } from '../kept-schemas.ts';

export const failedMsShape: ShapesOf<typeof failedMsSchema> = {
  "type": "number",
  "minimum": 0
};
