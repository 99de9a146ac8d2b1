// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { positionReportSchema } from '../position.ts';

export const positionReportShape: ShapesOf<typeof positionReportSchema> = {
  "type": "object",
  "properties": {
    "outcome": {
      "type": "string",
      "enum": [
        "granted",
        "denied",
        "not_allowed",
        "refused",
        "insecure",
        "unsupported",
        "unavailable",
        "timed_out"
      ]
    },
    "position": {
      "type": "object",
      "properties": {
        "latitude": {
          "type": "number",
          "minimum": -90,
          "maximum": 90
        },
        "longitude": {
          "type": "number",
          "minimum": -180,
          "maximum": 180
        },
        "accuracyMeters": {
          "type": "number",
          "minimum": 0
        }
      },
      "required": [
        "latitude",
        "longitude",
        "accuracyMeters"
      ]
    }
  },
  "required": [
    "outcome"
  ]
};
