import * as z from 'zod';
import {
  performanceBudgetSchema,
  performanceReportSchema,
} from '../../../shared/telemetry/performance-report.ts';
import { hostMessageSchema, playerJsMessageSchema } from '../../../shared/wire/host-messages.ts';
import type { PublishedSchema } from './published-schema.ts';

const script = 'The script that took most of it; `null` for scripts that are not the player’s.';

export const hostSchemas: readonly PublishedSchema[] = [
  {
    name: 'host-message',
    title: 'Message to the player',
    describes:
      'What a host page sends in the protocol of YouTube embeds: JSON in a string, by `postMessage`. Which functions there are, and their arguments, is in docs/host-api.md; an unknown function and arguments that cannot be read do nothing.',
    io: 'input',
    schema: z.object({ ...hostMessageSchema.shape, channel: z.optional(z.unknown()) }),
    fields: {
      event: '`listening` begins, `command` calls a function; others are ignored.',
      func: 'With `command`: name of the function.',
      args: 'With `command`: an array of its arguments. Anything else is none.',
      id: 'A number or a string, which the player’s messages repeat. Anything else is not repeated.',
      channel: '`widget`. The player does not look at it.',
    },
  },
  {
    name: 'player-js-message',
    title: 'Message to the player, player.js',
    describes:
      'What a host page sends in the protocol player.js: JSON in a string, by `postMessage`.',
    io: 'input',
    schema: z.object({
      context: z.literal('player.js'),
      version: z.optional(z.unknown()),
      ...playerJsMessageSchema.shape,
    }),
    fields: {
      context: 'Tells the two protocols apart.',
      version: '`0.0.11`. The player does not look at it.',
      method: 'Name of the method; the player answers an unknown one with the event `error`.',
      value: 'Argument of the method.',
      listener: 'A string, which the answer repeats.',
    },
  },
  {
    name: 'performance-budget',
    title: 'Performance budget',
    describes:
      'The argument of `setPerformanceBudget`: limits by measure. What does not fit is done without, and named in `budget.problems` of the report.',
    io: 'input',
    schema: performanceBudgetSchema,
    fields: { '*': 'The limit; `null` is none.' },
  },
  {
    name: 'performance-report',
    title: 'Performance report',
    describes:
      'What `onPerformanceReport` tells: what the player costs its page. Times are milliseconds, moments such since `timeOriginMs`. `null` is what this browser does not measure, or what has not happened.',
    io: 'output',
    schema: performanceReportSchema,
    fields: {
      reason: 'Why it is told now.',
      timeOriginMs: 'When the frame was opened: Unix milliseconds.',
      atMs: 'When the report was made.',
      place: 'Where the services run.',
      longTasks: 'Tasks over 50 ms of this frame, whoever caused them.',
      'longTasks.blockingMs': 'What they took beyond their first 50 ms.',
      longFrames: 'Animation frames over 50 ms.',
      'longFrames.blockingMs': 'What kept the page from answering.',
      'longFrames.worst': 'The longest, the longest first.',
      interaction: 'Interaction to Next Paint, as Web Vitals define it.',
      'interaction.script': script,
      layoutShift: 'Cumulative Layout Shift.',
      pageScripts: 'Scripts of the page’s thread, as they were transferred.',
      servicesScripts: 'Scripts of the services’ thread; `null` while it has not answered.',
      requestCount: 'Requests of this page, those of its worker not counted.',
      services: 'How long they took to answer, worked, and what they got.',
      start: 'How the start went.',
      messages: 'Since the player measures.',
      budget: 'What of the budget is kept.',
      'budget.measures': 'Each measure that has a limit.',
      'budget.problems': 'What of the declared budget is done without, and why.',
    },
  },
];
