// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../../shared/tools/shape.ts';
import type { visitorRowSchema } from '../kept-schemas.ts';

export const visitorRowShape: ShapesOf<typeof visitorRowSchema> = {
  "type": "object",
  "properties": {
    "visitorId": {
      "type": "string",
      "pattern": "^[\\x21-\\x7e]{1,200}$"
    },
    "fetchedMs": {
      "type": "number",
      "minimum": 0
    }
  },
  "required": [
    "visitorId",
    "fetchedMs"
  ]
};
