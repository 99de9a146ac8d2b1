import type { Context } from 'hono';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { caching } from '../../http/caching.ts';
import { clientUrl } from '../../http/client-address.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';

/**
 * The JSON Schemas of all data that is sent, stored and configured here. `GET /schemas` lists them,
 * `GET /schemas/NAME.json` returns one. They are made from the schemas with which the server
 * checks, on the first request.
 */
export function createSchemaRoutes(): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const withTag = etag({ weak: true });
  /**
   * JSON Schemas without their address, by name. They are cached, because writing one takes
   * milliseconds.
   */
  const written = new Map<string, string>();

  routes.get('/schemas', withTag, async (context) => {
    const { publishedSchemas } = await import('./published-schemas.ts');
    context.header('Cache-Control', caching.stable);
    return context.json(
      publishedSchemas.map(({ name, title, describes }) => ({
        name,
        title,
        url: addressOf(context, name),
        describes,
      })),
    );
  });

  routes.get('/schemas/:file', withTag, async (context) => {
    const [{ publishedSchemas }, { writeJsonSchema }] = await Promise.all([
      import('./published-schemas.ts'),
      import('./published-schema.ts'),
    ]);
    const file = context.req.param('file');
    const published = publishedSchemas.find(({ name }) => `${name}.json` === file);
    if (published === undefined)
      return errorReply(
        context,
        404,
        'SCHEMA_NOT_FOUND',
        `There is no schema ${file}; /schemas lists all schemas.`,
      );
    const text = written.get(file) ?? JSON.stringify(writeJsonSchema(published, ''), null, 2);
    written.set(file, text);
    const $id = JSON.stringify(addressOf(context, published.name));
    return context.body(`${text.replace('"$id": ""', () => `"$id": ${$id}`)}\n`, 200, {
      'Content-Type': 'application/schema+json',
      'Cache-Control': caching.stable,
    });
  });
  return routes;
}

/** As the client reaches the server, so that a schema's `$id` is its own URL. */
function addressOf(context: Context<ServerEnv>, name: string): string {
  return `${clientUrl(context).origin}/schemas/${name}.json`;
}
