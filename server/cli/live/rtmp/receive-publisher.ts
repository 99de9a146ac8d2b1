import type { Socket } from 'node:net';
import { rtmpLimits } from '../live-limits.ts';
import { type AmfValue, readAmf, writeAmf } from './amf0.ts';
import { flvHeader, flvTag } from './flv.ts';
import { createHandshake } from './handshake.ts';
import { createMessageReader, messageType, type RtmpMessage } from './read-messages.ts';
import { writeMessage } from './write-message.ts';

const { windowBytes } = rtmpLimits;

export interface PublisherDeps {
  /**
   * Decides about a sender that wants to publish.
   * @returns `null` to accept it, else why not, in a sentence for the sender
   */
  admit(call: { app: string; key: string }): string | null;
  /** Gets FLV; returns `false` while it can take no more. */
  write(bytes: Buffer): boolean;
}

/**
 * The server's side of an RTMP connection (RTMP 1.0) up to and during `publish`.
 * @returns takes the connection's bytes; throws if they break the protocol. `isOver`: the sender
 *   has unpublished, or was refused
 */
export function receivePublisher(
  socket: Pick<Socket, 'write'>,
  { admit, write }: PublisherDeps,
): { take(bytes: Buffer): void; isOver(): boolean } {
  const afterHandshake = createHandshake((bytes) => socket.write(bytes));
  let app = '';
  let isPublishing = false;
  let isOver = false;
  let fromMs: number | null = null;
  let receivedBytes = 0;
  let acknowledgedBytes = 0;
  const read = createMessageReader(() =>
    isPublishing ? rtmpLimits.messageMaxBytes : rtmpLimits.commandMaxBytes,
  );

  const send = (type: number, payload: Buffer, streamId = 0) =>
    socket.write(writeMessage(streamId === 0 && type < 8 ? 2 : 3, { type, streamId, payload }));
  const sendCommand = (streamId: number, ...values: AmfValue[]) =>
    send(messageType.command, writeAmf(...values), streamId);
  const sendStatus = (level: 'status' | 'error', code: string, description: string) =>
    sendCommand(1, 'onStatus', 0, null, { level, code, description });

  function command([name, number = 0, about, key]: AmfValue[]): void {
    switch (name) {
      case 'connect':
        if (about !== null && typeof about === 'object' && !Array.isArray(about))
          app = typeof about.app === 'string' ? about.app : '';
        answerConnect(number);
        return;
      case 'releaseStream':
      case 'FCPublish':
        sendCommand(0, '_result', number, null, null);
        return;
      case 'createStream':
        sendCommand(0, '_result', number, null, 1);
        return;
      case 'publish':
        if (!isPublishing) publish(typeof key === 'string' ? key : '');
        return;
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        isOver = true;
        return;
      case 'play':
        sendStatus('error', 'NetStream.Play.StreamNotFound', 'This server only receives.');
        isOver = true;
    }
  }

  function answerConnect(number: AmfValue): void {
    const window = Buffer.alloc(4);
    window.writeUInt32BE(windowBytes);
    send(messageType.windowSize, window);
    // 2: the sender may choose how it keeps to it.
    send(messageType.peerBandwidth, Buffer.concat([window, Buffer.from([2])]));
    const description = 'Connected.';
    sendCommand(
      0,
      '_result',
      number,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      {
        level: 'status',
        code: 'NetConnection.Connect.Success',
        description,
        objectEncoding: 0,
      },
    );
  }

  function publish(key: string): void {
    const refusal = admit({ app, key });
    if (refusal !== null) {
      sendStatus('error', 'NetStream.Publish.BadName', refusal);
      isOver = true;
      return;
    }
    isPublishing = true;
    sendStatus('status', 'NetStream.Publish.Start', 'The stream is received.');
    write(flvHeader);
  }

  function message(received: RtmpMessage): void {
    const { type, payload, timestamp } = received;
    if (type === messageType.command) command(readAmf(payload));
    // AMF3 commands are AMF0 after one byte.
    else if (type === messageType.commandAmf3) command(readAmf(payload.subarray(1)));
    else if (isPublishing) {
      fromMs ??= timestamp;
      const tag = flvTag(received, fromMs);
      if (tag !== null) write(tag);
    }
  }

  function acknowledge(bytes: number): void {
    receivedBytes += bytes;
    if (receivedBytes - acknowledgedBytes < windowBytes / 2) return;
    acknowledgedBytes = receivedBytes;
    const total = Buffer.alloc(4);
    total.writeUInt32BE(receivedBytes % 2 ** 32);
    send(messageType.acknowledgement, total);
  }

  return {
    take(bytes) {
      acknowledge(bytes.length);
      for (const received of read(afterHandshake(bytes))) {
        if (isOver) return;
        message(received);
      }
    },
    isOver: () => isOver,
  };
}
