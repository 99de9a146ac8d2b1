import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createDemoApp } from '../../../server/create-demo-app.ts';
import { createEmbedApp } from '../../../server/create-embed-app.ts';
import type { AnswerHeaders } from '../../../server/http/answer-headers.ts';
import { createAnswerHeaders, demoKinds } from '../../../server/http/answer-headers.ts';
import type { ServerEnv } from '../../../server/http/server-env.ts';
import { budgetOf } from '../../../server/http/set-answer-headers.ts';

