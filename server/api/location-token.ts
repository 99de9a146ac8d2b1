import * as z from 'zod';
import type { Position } from '../../shared/position.ts';
import { positionSchema } from '../../shared/position.ts';
import { parseToken } from './parse-token.ts';

/** A place on the map; how exactly it was known does not count. */
export type Place = Pick<Position, 'latitude' | 'longitude'>;

const { latitude, longitude } = positionSchema.shape;
const tokenSchema = z.object({ place: z.nullable(z.object({ latitude, longitude })) });

/** Digits behind the point of a degree: about a kilometre, so that the viewer's browser keeps no address. */
const decimals = 2;

/**
 * The location playability token: where the viewer is, as the server was told, so that the next page need not ask.
 * @param place `null`: not known
 */
export function makeLocationToken(place: Place | null): string {
  const rounded = place && { latitude: round(place.latitude), longitude: round(place.longitude) };
  return Buffer.from(JSON.stringify({ place: rounded })).toString('base64url');
}

/** Whether this server has made it, for all it can see: it is not signed, and neither is what browsers tell of their place. */
export function isLocationToken(token: string | undefined): boolean {
  return parse(token) !== null;
}

/** @returns `null` for a token that names no place, or is none */
export function readLocationToken(token: string | undefined): Place | null {
  return parse(token)?.place ?? null;
}

function parse(token: string | undefined): z.infer<typeof tokenSchema> | null {
  return token === undefined ? null : parseToken(tokenSchema, token);
}

function round(degrees: number): number {
  return Number(degrees.toFixed(decimals));
}
