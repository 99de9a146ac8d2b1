// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../../shared/tools/shape.ts';
import type { firstSeenSchema } from '../kept-schemas.ts';

export const firstSeenShape: ShapesOf<typeof firstSeenSchema> = {
  "type": "object",
  "propertyNames": {
    "type": "string"
  },
  "additionalProperties": {
    "type": "number"
  }
};
