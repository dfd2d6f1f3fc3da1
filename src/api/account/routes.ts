import { usageByDay } from '../../accounting/checkpoints.ts';
import { operation } from '../operation.ts';
import { ownPath } from '../own-path.ts';

const USAGE_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export const getBalance = operation({
  id: 'getBalance',
  tag: 'account',
  method: 'get',
  path: ownPath('/balance'),
  summary: 'Get the balance of credits',
  description: 'The credits of the workspace of the API key.',
  scope: 'documents:read',
  idempotent: false,
  params: {},
  responses: { 200: { description: 'The balance.', schema: 'Balance' } },
  async handle({ ledger, settings }, { credential: { workspace } }) {
    const { available = 0, held = 0, settled = 0 } = (await ledger.balance(workspace)) ?? {};
    return { status: 200, body: { workspace, available, held, settled, topUpPath: settings.topUpPath } };
  },
});

export const getUsage = operation({
  id: 'getUsage',
  tag: 'account',
  method: 'get',
  path: ownPath('/usage'),
  summary: 'Get the usage by day',
  description: 'Jobs of the last 30 days, by the day (UTC) that they were created, as far as they have ended.',
  scope: 'documents:read',
  idempotent: false,
  params: {},
  responses: { 200: { description: 'The days that have jobs, oldest first.', schema: 'UsageByDay' } },
  // It reads many objects.
  rate: { perSecond: 1, burst: 10 },
  async handle({ objects, now }, { credential: { workspace } }) {
    const since = new Date(now().getTime() - (USAGE_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    return { status: 200, body: { since, days: await usageByDay(objects, workspace, since) } };
  },
});
