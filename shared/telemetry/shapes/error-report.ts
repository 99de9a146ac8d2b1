// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { errorReportSchema } from '../error-report.ts';

export const errorReportShape: ShapesOf<typeof errorReportSchema> = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{16,64}$"
    },
    "sid": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{16,64}$"
    },
    "timeMs": {
      "type": "number",
      "minimum": 0
    },
    "level": {
      "type": "string",
      "enum": [
        "ERROR",
        "WARNING"
      ]
    },
    "source": {
      "type": "string",
      "enum": [
        "page",
        "page_rejection",
        "react",
        "worker",
        "worker_rejection",
        "policy"
      ]
    },
    "type": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100
    },
    "message": {
      "type": "string",
      "maxLength": 250
    },
    "line": {
      "type": "integer",
      "minimum": 0,
      "maximum": 1000000000
    },
    "stack": {
      "type": "string",
      "maxLength": 4000
    },
    "paramsJson": {
      "type": "string",
      "maxLength": 40000
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
    }
  },
  "required": [
    "id",
    "sid",
    "timeMs",
    "level",
    "source",
    "type",
    "message",
    "line",
    "stack",
    "paramsJson",
    "context"
  ]
};
