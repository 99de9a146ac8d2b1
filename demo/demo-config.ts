import { z } from '../shared/zod.ts';

/** What the demo server tells this page: where the player lives and what there is to play. */
const demoConfigSchema = z.object({
  embedOrigin: z.url(),
  videos: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      isLive: z.boolean(),
      isPlayable: z.boolean(),
      posterUrl: z.nullable(z.string()),
    }),
  ),
  playlists: z.array(z.object({ id: z.string(), title: z.string(), videoIds: z.array(z.string()) })),
});
export type DemoConfig = z.infer<typeof demoConfigSchema>;

export function readDemoConfig(document: Document): DemoConfig {
  return demoConfigSchema.parse(JSON.parse(document.getElementById('demo-config')?.textContent ?? 'null'));
}
