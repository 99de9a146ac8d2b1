// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../../shared/tools/shape.ts';
import type { placeSchema } from '../kept-schemas.ts';

export const placeShape: ShapesOf<typeof placeSchema> = {
  "type": "object",
  "properties": {
    "seconds": {
      "type": "number",
      "minimum": 0
    },
    "savedMs": {
      "type": "number",
      "minimum": 0
    }
  },
  "required": [
    "seconds",
    "savedMs"
  ]
};
