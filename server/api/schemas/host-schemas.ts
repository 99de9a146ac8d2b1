import * as z from 'zod';
import {
  performanceBudgetSchema,
  performanceReportSchema,
} from '../../../shared/telemetry/performance-report.ts';
import { hostMessageSchema, playerJsMessageSchema } from '../../../shared/wire/host-messages.ts';
import type { PublishedSchema } from './published-schema.ts';

const script = 'The script that took the most time; `null` for scripts of third parties.';

export const hostSchemas: readonly PublishedSchema[] = [
  {
    name: 'host-message',
    title: 'Message to the player',
    describes:
      'A host page’s message in the protocol of YouTube embeds: a JSON string, sent with `postMessage`. docs/host-api.md lists the functions and their arguments; unknown functions and invalid arguments have no effect.',
    io: 'input',
    schema: z.object({ ...hostMessageSchema.shape, channel: z.optional(z.unknown()) }),
    fields: {
      event: '`listening` begins, `command` calls a function; others are ignored.',
      func: 'With `command`: name of the function.',
      args: 'With `command`: an array of its arguments. Any other value means no arguments.',
      id: 'A number or a string, which the player’s messages repeat. Other values are not repeated.',
      channel: '`widget`. The player ignores it.',
    },
  },
  {
    name: 'player-js-message',
    title: 'Message to the player, player.js',
    describes:
      'A host page’s message in the player.js protocol: a JSON string, sent with `postMessage`.',
    io: 'input',
    schema: z.object({
      context: z.literal('player.js'),
      version: z.optional(z.unknown()),
      ...playerJsMessageSchema.shape,
    }),
    fields: {
      context: 'Distinguishes the two protocols.',
      version: '`0.0.11`. The player ignores it.',
      method: 'Name of the method; the player answers an unknown one with the event `error`.',
      value: 'Argument of the method.',
      listener: 'A string, which the answer repeats.',
    },
  },
  {
    name: 'performance-budget',
    title: 'Performance budget',
    describes:
      'The argument of `setPerformanceBudget`: a limit for each measure. Invalid entries are ignored, and listed in `budget.problems` of the report.',
    io: 'input',
    schema: performanceBudgetSchema,
    fields: { '*': 'The limit; `null` for no limit.' },
  },
  {
    name: 'performance-report',
    title: 'Performance report',
    describes:
      'Payload of `onPerformanceReport`: what the player costs its page. Durations are milliseconds, moments are milliseconds since `timeOriginMs`. `null`: not measured by this browser, or not happened.',
    io: 'output',
    schema: performanceReportSchema,
    fields: {
      reason: 'Reason for the report.',
      timeOriginMs: 'When the frame was opened: Unix milliseconds.',
      atMs: 'When the report was made.',
      place: 'Where the services run.',
      longTasks: 'Tasks over 50 ms in this frame, from any script.',
      'longTasks.blockingMs': 'Their time beyond the first 50 ms of each.',
      longFrames: 'Animation frames over 50 ms.',
      'longFrames.blockingMs': 'Time in which the page could not respond.',
      'longFrames.worst': 'The longest ones, longest first.',
      interaction: 'Interaction to Next Paint, as defined by Web Vitals.',
      'interaction.script': script,
      layoutShift: 'Cumulative Layout Shift.',
      largestPaint: 'Largest Contentful Paint, as defined by Web Vitals.',
      'largestPaint.areaPx': 'Visible area of that picture or text.',
      pageScripts: 'Scripts of the main thread, with their transferred sizes.',
      servicesScripts: 'Scripts of the services thread; `null` until it has answered.',
      requestCount: 'Requests of this page, without those of its worker.',
      transferredBytes: 'What those requests took from the network.',
      mediaBytes:
        'Media that was loaded, estimated from its seconds and the bitrates of their qualities; `null` for a file.',
      cachedScriptCount: 'Scripts of this page from the browser’s cache.',
      services: 'Startup time, work time and messages of the services.',
      start: 'Startup of the player.',
      messages: 'Since the player began to measure.',
      budget: 'State of the budget.',
      'budget.measures': 'Each measure with a limit.',
      'budget.problems': 'Ignored entries of the budget, with the reason.',
    },
  },
];
