// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { hlsOpeningSchema } from '../hls-opening.ts';

export const hlsOpeningShape: ShapesOf<typeof hlsOpeningSchema> = {
  "type": "object",
  "properties": {
    "seconds": {
      "type": "number",
      "minimum": 0
    },
    "renditions": {
      "minItems": 1,
      "maxItems": 8,
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "mimeType": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200
          },
          "init": {
            "type": "object",
            "properties": {
              "url": {
                "type": "string",
                "minLength": 1,
                "maxLength": 2000
              },
              "range": {
                "type": "object",
                "properties": {
                  "start": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "length": {
                    "type": "integer",
                    "minimum": 1
                  }
                },
                "required": [
                  "start",
                  "length"
                ]
              }
            },
            "required": [
              "url"
            ]
          },
          "segment": {
            "type": "object",
            "properties": {
              "url": {
                "type": "string",
                "minLength": 1,
                "maxLength": 2000
              },
              "range": {
                "type": "object",
                "properties": {
                  "start": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "length": {
                    "type": "integer",
                    "minimum": 1
                  }
                },
                "required": [
                  "start",
                  "length"
                ]
              }
            },
            "required": [
              "url"
            ]
          },
          "playlist": {
            "type": "string",
            "minLength": 1,
            "maxLength": 2000
          },
          "bandwidth": {
            "type": "number",
            "minimum": 0
          },
          "width": {
            "type": "number",
            "minimum": 0
          },
          "height": {
            "type": "number",
            "minimum": 0
          }
        },
        "required": [
          "mimeType",
          "init",
          "segment",
          "playlist",
          "bandwidth",
          "width",
          "height"
        ]
      }
    },
    "audio": {
      "type": "object",
      "properties": {
        "mimeType": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200
        },
        "init": {
          "type": "object",
          "properties": {
            "url": {
              "type": "string",
              "minLength": 1,
              "maxLength": 2000
            },
            "range": {
              "type": "object",
              "properties": {
                "start": {
                  "type": "integer",
                  "minimum": 0
                },
                "length": {
                  "type": "integer",
                  "minimum": 1
                }
              },
              "required": [
                "start",
                "length"
              ]
            }
          },
          "required": [
            "url"
          ]
        },
        "segment": {
          "type": "object",
          "properties": {
            "url": {
              "type": "string",
              "minLength": 1,
              "maxLength": 2000
            },
            "range": {
              "type": "object",
              "properties": {
                "start": {
                  "type": "integer",
                  "minimum": 0
                },
                "length": {
                  "type": "integer",
                  "minimum": 1
                }
              },
              "required": [
                "start",
                "length"
              ]
            }
          },
          "required": [
            "url"
          ]
        }
      },
      "required": [
        "mimeType",
        "init",
        "segment"
      ]
    }
  },
  "required": [
    "seconds",
    "renditions"
  ]
};
