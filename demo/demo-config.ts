import * as z from 'zod/mini';

/** The demo server's config for this page: the player's origin and the library. */
const demoConfigSchema = z.object({
  embedOrigin: z.string().check(z.url()),
  videos: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      isLive: z.boolean(),
      isPlayable: z.boolean(),
      posterUrl: z.nullable(z.string()),
      width: z.number(),
      height: z.number(),
    }),
  ),
  playlists: z.array(
    z.object({ id: z.string(), title: z.string(), videoIds: z.array(z.string()) }),
  ),
});
export type DemoConfig = z.infer<typeof demoConfigSchema>;

export function readDemoConfig(document: Document): DemoConfig {
  return z.parse(
    demoConfigSchema,
    JSON.parse(document.getElementById('demo-config')?.textContent ?? 'null'),
  );
}
