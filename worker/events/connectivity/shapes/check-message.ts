// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../../shared/tools/shape.ts';
import type { checkMessageSchema } from '../check-message-schema.ts';

export const checkMessageShape: ShapesOf<typeof checkMessageSchema> = {
  "type": "object",
  "properties": {
    "status": {
      "anyOf": [
        {
          "type": "number",
          "minimum": 0
        },
        {
          "type": "null"
        }
      ]
    },
    "ageMs": {
      "type": "number",
      "minimum": 0
    }
  },
  "required": [
    "status",
    "ageMs"
  ]
};
