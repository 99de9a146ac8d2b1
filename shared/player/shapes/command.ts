// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { commandSchema } from '../video-extras-schemas.ts';

export const commandShape: ShapesOf<typeof commandSchema> = {
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
