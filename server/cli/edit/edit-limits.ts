/** offstage edit: files of the user */
export const editLimits = {
  /** design: captions or chapters; larger files are mistakes. */
  textMaxBytes: 5_000_000,
  /** design: a poster; larger files are mistakes. */
  posterMaxBytes: 20_000_000,
  /** design: chapters of a video; its JSON file may not have more. */
  chaptersMaxCount: 1_000,
  /** design: title of a chapter; longer ones are cut. */
  chapterTitleMaxChars: 500,
} as const;
