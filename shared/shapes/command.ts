// Written by `npm run docs`: change the schema.
import type * as z from 'zod/mini';
import type { Shape } from '../shape.ts';
import type { commandSchema } from '../video-extras-schemas.ts';

export const commandShape: Shape<z.input<typeof commandSchema>> = {
  "type": "object",
  "properties": {
    "fields": {
      "type": "object",
      "propertyNames": {
        "type": "string"
      },
      "additionalProperties": {}
    },
    "apiUrl": {
      "type": "string",
      "maxLength": 4000
    },
    "clickTrackingParams": {
      "type": "string",
      "maxLength": 4000
    }
  },
  "required": [
    "fields"
  ]
};
