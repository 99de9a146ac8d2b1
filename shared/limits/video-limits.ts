/** Descriptions of videos, from the server */
export const videoLimits = {
  /** design: an address of media, captions, pictures, licences or pages. */
  urlMaxChars: 2_000,
  /** design: title of a video or a playlist. */
  titleMaxChars: 5_000,
  /** design: author of a video, and name of a channel. */
  authorMaxChars: 500,
  /** design: description of a video. */
  descriptionMaxChars: 20_000,
  /** design: chapters of a video. */
  chaptersCount: 1_000,
  /** design: title of a chapter. */
  chapterTitleMaxChars: 500,
  /** design: media sources of a video. */
  sourcesCount: 50,
  /** design: media type of a source, with its codecs. */
  mimeTypeMaxChars: 200,
  /** design: caption tracks of a video. */
  captionTracksCount: 200,
  /** design: label of a caption track. */
  labelMaxChars: 200,
  /** design: related videos. */
  relatedCount: 50,
  /** design: id of a playlist. */
  playlistIdMaxChars: 200,
  /** YouTube IFrame API: videos of a playlist; `hostLimits.playlistMaxCount` is the same. */
  playlistVideosCount: 5_000,
  /** design: name of an error of the catalogue. */
  errorCodeMaxChars: 100,
  /** design: a sentence for the viewer of an unplayable video. */
  reasonMaxChars: 1_000,
  /** design: key systems of an encrypted video. */
  keySystemsCount: 10,
  /** design: name of a header of licence requests. */
  headerNameMaxChars: 100,
  /** design: value of such a header. */
  headerMaxChars: 4_000,
  /** design: HTML to paste that embeds a video. */
  embedCodeMaxChars: 10_000,
  /** design: id of a viewer's data. */
  datasyncIdMaxChars: 200,
} as const;
