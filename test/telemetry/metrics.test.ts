import { expect, test } from 'vitest';
import { createMetrics } from '../../src/telemetry/metrics.ts';

test('what was measured is told in the text format, in a registry of its own', async () => {
  const metrics = createMetrics({ process: false });
  const another = createMetrics({ process: false });
  metrics.jobsEnded.inc({ state: 'failed', reason: 'corrupt_document' });
  metrics.pages.inc({ format: 'pdf', ocr: 'yes' }, 3);
  metrics.pageSeconds.observe({ format: 'pdf', ocr: 'yes' }, 0.3);
  metrics.creditsHeld.set(7);
  const text = await metrics.registry.metrics();
  expect(text).toContain('scriptorium_jobs_ended_total{state="failed",reason="corrupt_document"} 1');
  expect(text).toContain('scriptorium_pages_total{format="pdf",ocr="yes"} 3');
  expect(text).toContain('scriptorium_page_seconds_bucket{le="0.5",format="pdf",ocr="yes"} 1');
  expect(text).toContain('scriptorium_credits_held 7');
  expect(await another.registry.metrics()).not.toContain('corrupt_document');
});

test('the process itself is measured unless told otherwise', async () => {
  expect(await createMetrics().registry.metrics()).toContain('scriptorium_process_resident_memory_bytes');
});
