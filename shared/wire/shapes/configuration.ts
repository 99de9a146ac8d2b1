// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { configurationSchema } from '../configuration.ts';

export const configurationShape: ShapesOf<typeof configurationSchema> = {
  "type": "object",
  "properties": {
    "version": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1
    },
    "flags": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "minLength": 1,
        "maxLength": 500
      },
      "additionalProperties": {
        "type": "string",
        "maxLength": 500
      }
    },
    "logTiers": {
      "type": "object",
      "propertyNames": {
        "type": "string",
        "pattern": "^[A-Za-z][\\w.:-]*$"
      },
      "additionalProperties": {
        "type": "string",
        "enum": [
          "default",
          "dispatch_to_empty",
          "fast",
          "immediate"
        ]
      },
      "maxProperties": 100
    }
  }
};
