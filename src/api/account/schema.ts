import { closed, credits, int53, text, type JsonSchema } from '../schema/json-schema.ts';

const day = (description: string): JsonSchema => ({ type: 'string', format: 'date', description });

export const accountSchemas = {
  Balance: closed(
    'The credits of a workspace.',
    {
      workspace: text('Name of the workspace.'),
      available: credits('Credits that new jobs can reserve.'),
      held: credits('Credits that unfinished jobs have reserved.'),
      settled: credits('Credits that were charged so far.'),
      topUpPath: text('Path or URL where you can add credits.'),
    },
    ['workspace', 'available', 'held', 'settled', 'topUpPath'],
    { examples: [{ workspace: 'acme', available: 958, held: 0, settled: 42, topUpPath: '/#credits' }] },
  ),
  UsageByDay: closed(
    'The usage of a workspace.',
    {
      since: day('The first day that is counted.'),
      days: {
        type: 'array',
        items: closed(
          'A day.',
          {
            date: day('The day, in UTC.'),
            jobs: int53('Jobs that have ended.'),
            credits: credits('Credits that were charged.'),
          },
          ['date', 'jobs', 'credits'],
        ),
        description: 'The days that have jobs, oldest first.',
      },
    },
    ['since', 'days'],
    { examples: [{ since: '2026-10-28', days: [{ date: '2026-11-21', jobs: 3, credits: 42 }] }] },
  ),
};
