// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { botScriptEventSchema } from '../bot-detection.ts';

export const botScriptEventShape: ShapesOf<typeof botScriptEventSchema> = {
  "type": "object",
  "properties": {
    "type": {
      "type": "string",
      "enum": [
        "script_failed",
        "js_failed",
        "started",
        "answered",
        "failed"
      ]
    },
    "detail": {
      "type": "string",
      "maxLength": 4000
    }
  },
  "required": [
    "type",
    "detail"
  ]
};
