import { expect, test } from 'vitest';
import {
  type VisitorIdRefusal,
  type VisitorRules,
  visitorIdRefusal,
} from '../../../../../worker/viewer/visitor/visitor-id-refusal.ts';

const allowed: VisitorRules = {
  consent: 'granted',
  isTelemetryOn: true,
  isPrivate: false,
  isOpaque: false,
  isEducationEmbed: false,
  isPflMode: false,
  isVisitorIdFetchDisabled: false,
};

test.each<[Partial<VisitorRules>, VisitorIdRefusal]>([
  [{ consent: 'pending' }, 'NO_CONSENT'],
  [{ consent: 'refused' }, 'NO_CONSENT'],
  [{ isPrivate: true }, 'PRIVATE_EMBED'],
  [{ isEducationEmbed: true }, 'EDUCATION_EMBED'],
  [{ isPflMode: true }, 'PFL_MODE'],
  [{ isVisitorIdFetchDisabled: true }, 'FETCH_DISABLED'],
  [{ isTelemetryOn: false }, 'FETCH_DISABLED'],
  [{ isOpaque: true }, 'FETCH_DISABLED'],
])(
  '%j gives the reason %s [spec-5.9, spec-5.10, spec-5.15, spec-8.37, spec-8.38, spec-8.39, spec-8.40]',
  (rules, code) => {
    expect(visitorIdRefusal({ ...allowed, ...rules })).toMatchObject({
      ok: false,
      error: { code },
    });
    expect(visitorIdRefusal(allowed)).toBeNull();
  },
);
