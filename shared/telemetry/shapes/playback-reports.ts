// Written by `npm run docs`: change the schema.
import type { ShapesOf } from '../../tools/shape.ts';
import type { playbackReportSchemas } from '../playback-report.ts';

export const playbackReportShapes: ShapesOf<typeof playbackReportSchemas> = {
  "action": {
    "type": "object",
    "properties": {
      "type": {
        "type": "string",
        "enum": [
          "action"
        ]
      },
      "action": {
        "type": "string",
        "enum": [
          "startup",
          "first_frame",
          "seek",
          "rebuffer"
        ]
      },
      "cpn": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64
      },
      "videoId": {
        "type": "string",
        "maxLength": 200
      },
      "timeOriginMs": {
        "type": "number",
        "minimum": 0
      },
      "ticks": {
        "maxItems": 20,
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "name": {
              "type": "string",
              "maxLength": 100
            },
            "ms": {
              "type": "number",
              "minimum": 0
            }
          },
          "required": [
            "name",
            "ms"
          ]
        }
      },
      "info": {
        "type": "object",
        "properties": {
          "engine": {
            "anyOf": [
              {
                "type": "string",
                "maxLength": 100
              },
              {
                "type": "null"
              }
            ]
          },
          "isLive": {
            "type": "boolean"
          },
          "positionSec": {
            "type": "number",
            "minimum": 0
          }
        },
        "required": [
          "engine",
          "isLive",
          "positionSec"
        ]
      }
    },
    "required": [
      "type",
      "action",
      "cpn",
      "videoId",
      "timeOriginMs",
      "ticks",
      "info"
    ]
  },
  "qoe": {
    "type": "object",
    "properties": {
      "type": {
        "type": "string",
        "enum": [
          "qoe"
        ]
      },
      "n": {
        "type": "integer",
        "minimum": 1
      },
      "timeMs": {
        "type": "number",
        "minimum": 0
      },
      "cpn": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64
      },
      "videoId": {
        "type": "string",
        "maxLength": 200
      },
      "summary": {
        "type": "object",
        "properties": {
          "end": {
            "type": "string",
            "enum": [
              "ended",
              "replaced",
              "failed",
              "left"
            ]
          },
          "isLive": {
            "type": "boolean"
          },
          "startMs": {
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
          "isAutoplayBlocked": {
            "type": "boolean"
          },
          "isExitBeforeStart": {
            "type": "boolean"
          },
          "watchedMs": {
            "type": "number",
            "minimum": 0
          },
          "hiddenMs": {
            "type": "number",
            "minimum": 0
          },
          "rebufferCount": {
            "type": "integer",
            "minimum": 0
          },
          "rebufferMs": {
            "type": "number",
            "minimum": 0
          },
          "rebufferPercent": {
            "anyOf": [
              {
                "type": "number",
                "minimum": 0,
                "maximum": 100
              },
              {
                "type": "null"
              }
            ]
          },
          "seekCount": {
            "type": "integer",
            "minimum": 0
          },
          "seekMs": {
            "type": "number",
            "minimum": 0
          },
          "failure": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "before_start",
                  "mid_stream"
                ]
              },
              {
                "type": "null"
              }
            ]
          },
          "errorName": {
            "anyOf": [
              {
                "type": "string",
                "maxLength": 100
              },
              {
                "type": "null"
              }
            ]
          },
          "errorCode": {
            "anyOf": [
              {
                "type": "integer"
              },
              {
                "type": "null"
              }
            ]
          },
          "switchCount": {
            "type": "integer",
            "minimum": 0
          },
          "averageBitrate": {
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
          "averageHeight": {
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
          "averageRate": {
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
          "droppedFrames": {
            "anyOf": [
              {
                "type": "integer",
                "minimum": 0
              },
              {
                "type": "null"
              }
            ]
          },
          "totalFrames": {
            "anyOf": [
              {
                "type": "integer",
                "minimum": 0
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "required": [
          "end",
          "isLive",
          "startMs",
          "isAutoplayBlocked",
          "isExitBeforeStart",
          "watchedMs",
          "hiddenMs",
          "rebufferCount",
          "rebufferMs",
          "rebufferPercent",
          "seekCount",
          "seekMs",
          "failure",
          "errorName",
          "errorCode",
          "switchCount",
          "averageBitrate",
          "averageHeight",
          "averageRate",
          "droppedFrames",
          "totalFrames"
        ]
      }
    },
    "required": [
      "type",
      "n",
      "timeMs",
      "cpn",
      "videoId",
      "summary"
    ]
  },
  "cmcd": {
    "type": "object",
    "properties": {
      "type": {
        "type": "string",
        "enum": [
          "cmcd"
        ]
      },
      "collector": {
        "type": "string",
        "maxLength": 2000,
        "pattern": "^(https:\\/\\/[\\w.:[\\]-]+|http:\\/\\/(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?)([/?#]\\S*)?$"
      },
      "cpn": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64
      },
      "videoId": {
        "type": "string",
        "maxLength": 200
      },
      "atMs": {
        "type": "number",
        "minimum": 0
      },
      "isInterval": {
        "type": "boolean"
      },
      "isQuit": {
        "type": "boolean"
      },
      "phase": {
        "type": "string",
        "enum": [
          "idle",
          "starting",
          "watching",
          "seeking",
          "rebuffering"
        ]
      },
      "hasEnded": {
        "type": "boolean"
      },
      "startMs": {
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
      "errorName": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 100
          },
          {
            "type": "null"
          }
        ]
      },
      "isLive": {
        "type": "boolean"
      },
      "isVisible": {
        "type": "boolean"
      },
      "engine": {
        "anyOf": [
          {
            "type": "string",
            "maxLength": 100
          },
          {
            "type": "null"
          }
        ]
      },
      "bitrate": {
        "type": "number",
        "minimum": 0
      },
      "bufferMs": {
        "type": "number",
        "minimum": 0
      },
      "positionMs": {
        "type": "number",
        "minimum": 0
      },
      "playbackRate": {
        "type": "number",
        "minimum": 0
      }
    },
    "required": [
      "type",
      "collector",
      "cpn",
      "videoId",
      "atMs",
      "isInterval",
      "isQuit",
      "phase",
      "hasEnded",
      "startMs",
      "errorName",
      "isLive",
      "isVisible",
      "engine",
      "bitrate",
      "bufferMs",
      "positionMs",
      "playbackRate"
    ]
  }
};
