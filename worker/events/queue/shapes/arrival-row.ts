// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../../../shared/tools/shape.ts';
import type { arrivalRowSchema } from '../stored-row-schemas.ts';

export const arrivalRowShape: ShapesOf<typeof arrivalRowSchema> = {
  "type": "object",
  "properties": {
    "sid": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{16,64}$"
    },
    "lastSeq": {
      "type": "integer",
      "minimum": 1,
      "maximum": 1000000000
    },
    "context": {
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
    },
    "storedMs": {
      "type": "number"
    },
    "events": {
      "minItems": 1,
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "seq": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000000
          },
          "tier": {
            "type": "number",
            "enum": [
              100,
              200,
              300,
              400
            ]
          },
          "endpoint": {
            "type": "string",
            "enum": [
              "log_event",
              "video_stats"
            ]
          },
          "json": {
            "type": "string"
          }
        },
        "required": [
          "seq",
          "tier",
          "endpoint",
          "json"
        ]
      }
    }
  },
  "required": [
    "sid",
    "lastSeq",
    "context",
    "storedMs",
    "events"
  ]
};
