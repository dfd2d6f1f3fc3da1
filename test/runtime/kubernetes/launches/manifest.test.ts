import { describe, expect, it } from 'vitest';
import {
  jobManifest,
  LAUNCH_LABEL,
  launchOf,
  type PodSettings,
} from '../../../../src/runtime/kubernetes/launches/manifest.ts';
import type { Launch } from '../../../../src/runtime/launcher.ts';

const pods: PodSettings = {
  image: 'scriptorium',
  internalUrl: 'http://api:8081',
  serviceAccount: 'converter',
  parallelism: 1,
};
const launch: Launch = {
  jobId: 'k-1',
  kind: 'convert',
  firstIndex: 0,
  workspace: 'acme',
  owner: { name: 'report', uid: '1' },
  count: 3,
  native: false,
  launchToken: () => 'token',
  limits: { memoryBytes: 2 ** 30, seconds: 60, scratchBytes: 2 ** 30 },
  attempts: 3,
};

describe('the Job of a launch', () => {
  it.each([
    ['convert', 0],
    ['convert-native', 2],
    ['merge', 3],
  ] as const)('is known again, also if version 0.1 made it: %s', (kind, firstIndex) => {
    const { metadata } = jobManifest({ ...launch, kind, firstIndex }, pods, { parallelism: 1 });
    const { name = '', labels = {}, annotations = {} } = metadata ?? {};
    const id = { jobId: 'k-1', kind, firstIndex };
    expect(launchOf({ name, labels, annotations })).toEqual(id);
    expect(launchOf({ name, labels: { ...labels, [LAUNCH_LABEL]: 'true' }, annotations })).toEqual(id);
    expect(launchOf({ name: 'other', labels: { ...labels, [LAUNCH_LABEL]: 'true' }, annotations })).toBeUndefined();
    expect(launchOf({ name, annotations })).toBeUndefined();
  });
});
