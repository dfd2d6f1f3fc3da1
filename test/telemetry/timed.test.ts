import { expect, it } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { timed } from '../../src/telemetry/timed.ts';

it('the calls of a port are counted by name and result, and answer as before', async () => {
  const metrics = createMetrics({ process: false });
  const port = {
    get: (key: string) => Promise.resolve(`value of ${key}`),
    put: () => Promise.reject(new Error('full')),
    address: (key: string) => `http://${key}`,
  };
  const observed = timed(port, ['get', 'put'], metrics.storeSeconds);
  expect(await observed.get('a')).toBe('value of a');
  await expect(observed.put()).rejects.toThrow('full');
  expect(observed.address('a')).toBe('http://a');
  const text = await metrics.registry.metrics();
  expect(text).toContain('scriptorium_store_seconds_count{operation="get",result="done"} 1');
  expect(text).toContain('scriptorium_store_seconds_count{operation="put",result="failed"} 1');
  expect(text).not.toContain('address');
});
