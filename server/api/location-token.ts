import * as z from 'zod';
import type { Position } from '../../shared/wire/position.ts';
import { positionSchema } from '../../shared/wire/position.ts';
import { parseToken } from './parse-token.ts';
import { tokenLimits } from './token-limits.ts';

/** A place on the map, without its accuracy. */
export type Place = Pick<Position, 'latitude' | 'longitude'>;

const { latitude, longitude } = positionSchema.shape;
const tokenSchema = z.object({ place: z.nullable(z.object({ latitude, longitude })) });

/**
 * The location playability token. It stores the viewer's reported place, so that the next page need
 * not ask.
 * @param place `null` when unknown
 */
export function makeLocationToken(place: Place | null): string {
  const rounded = place && { latitude: round(place.latitude), longitude: round(place.longitude) };
  return Buffer.from(JSON.stringify({ place: rounded })).toString('base64url');
}

/**
 * Whether the token has the form of this server's tokens. It is not signed, because browsers'
 * reports of their place are not trusted either.
 */
export function isLocationToken(token: string | undefined): boolean {
  return parse(token) !== null;
}

/** @returns `null` for a malformed token, and for one without a place */
export function readLocationToken(token: string | undefined): Place | null {
  return parse(token)?.place ?? null;
}

function parse(token: string | undefined): z.infer<typeof tokenSchema> | null {
  return token === undefined ? null : parseToken(tokenSchema, token);
}

function round(degrees: number): number {
  return Number(degrees.toFixed(tokenLimits.placeDecimalsCount));
}
