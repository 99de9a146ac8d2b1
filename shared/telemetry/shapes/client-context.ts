// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { clientContextSchema } from '../log-batch.ts';

export const clientContextShape: ShapesOf<typeof clientContextSchema> = {
  "type": "object",
  "properties": {
    "client": {
      "type": "object",
      "properties": {
        "clientName": {
          "type": "string",
          "maxLength": 100
        },
        "clientVersion": {
          "type": "string",
          "maxLength": 100
        },
        "hl": {
          "type": "string",
          "maxLength": 35
        },
        "visitorId": {
          "type": "string",
          "pattern": "^[\\x21-\\x7e]{1,200}$"
        },
        "experimentIds": {
          "maxItems": 100,
          "type": "array",
          "items": {
            "type": "integer",
            "minimum": 0,
            "maximum": 999999999
          }
        }
      },
      "required": [
        "clientName",
        "clientVersion",
        "hl"
      ]
    }
  },
  "required": [
    "client"
  ]
};
