// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { apiCallOptionsSchema } from '../api-schemas.ts';

export const apiCallOptionsShape: ShapesOf<typeof apiCallOptionsSchema> = {
  "type": "object",
  "properties": {
    "apiUrl": {
      "type": "string",
      "maxLength": 4000
    },
    "clickTrackingParams": {
      "type": "string",
      "maxLength": 4000
    }
  }
};
