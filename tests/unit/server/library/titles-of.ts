export const titlesOf = (videos: { videoDetails: { title: string } }[]) =>
  videos.map(({ videoDetails }) => videoDetails.title);
