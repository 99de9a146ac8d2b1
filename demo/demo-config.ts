import * as v from 'valibot';

/** What the demo server tells this page: where the player lives and what there is to play. */
const demoConfigSchema = v.object({
  embedOrigin: v.pipe(v.string(), v.url()),
  videos: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      isLive: v.boolean(),
      isPlayable: v.boolean(),
      posterUrl: v.nullable(v.string()),
      width: v.number(),
      height: v.number(),
    }),
  ),
  playlists: v.array(v.object({ id: v.string(), title: v.string(), videoIds: v.array(v.string()) })),
});
export type DemoConfig = v.InferOutput<typeof demoConfigSchema>;

export function readDemoConfig(document: Document): DemoConfig {
  return v.parse(demoConfigSchema, JSON.parse(document.getElementById('demo-config')?.textContent ?? 'null'));
}
