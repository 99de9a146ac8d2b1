// Ships the compiler, which does in the browser what a build would have done.
import '@angular/compiler';
import { Component, signal, ViewChild } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { YouTubePlayer } from '@angular/youtube-player';
import { drivePlayer } from '../drive-player.ts';
import { firstVideoId, stage } from '../page-options.ts';
import { handOver, report } from '../report.ts';

class HostPage {
  readonly videoId = signal(firstVideoId);
  readonly report = report;
  player?: YouTubePlayer;
}

// Decorators applied by hand: the bundler only erases types.
ViewChild(YouTubePlayer)(HostPage.prototype, 'player');
Component({
  selector: 'host-page',
  imports: [YouTubePlayer],
  template: `<youtube-player
    disablePlaceholder
    [videoId]="videoId()"
    (ready)="report('ready')"
    (stateChange)="report('stateChange', $event.data)"
    (playbackRateChange)="report('playbackRateChange', $event.data)"
    (error)="report('error', $event.data)"
  />`,
})(HostPage);

stage().append(document.createElement('host-page'));
const application = await bootstrapApplication(HostPage);
const page: HostPage = application.components[0]?.instance;

function player(): YouTubePlayer {
  if (page.player === undefined) throw new Error('The component has not been rendered yet.');
  return page.player;
}

handOver({
  ...drivePlayer(player),
  load: (videoId) => page.videoId.set(videoId),
  destroy: () => application.destroy(),
});
