// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { playlistAnswerSchema } from '../playlist-entries.ts';

export const playlistAnswerShape: ShapesOf<typeof playlistAnswerSchema> = {
  "type": "object",
  "properties": {
    "playlistId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    },
    "title": {
      "type": "string",
      "maxLength": 5000
    },
    "videoIds": {
      "maxItems": 5000,
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{11}$"
      }
    },
    "entries": {
      "maxItems": 5000,
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "videoId": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{11}$"
          },
          "title": {
            "type": "string",
            "maxLength": 5000
          },
          "author": {
            "type": "string",
            "maxLength": 500
          },
          "lengthSeconds": {
            "type": "number",
            "minimum": 0
          },
          "posterUrl": {
            "anyOf": [
              {
                "type": "string",
                "minLength": 1,
                "maxLength": 2000
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "required": [
          "videoId",
          "title",
          "author",
          "lengthSeconds",
          "posterUrl"
        ]
      }
    }
  },
  "required": [
    "playlistId",
    "title",
    "videoIds"
  ]
};
