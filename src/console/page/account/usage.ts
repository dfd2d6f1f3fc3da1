import { call } from '../client.ts';
import { counted, make } from '../dom.ts';
import { state } from '../state.ts';
import { table } from '../tables.ts';
import { barChart } from './bar-chart.ts';

interface Day {
  readonly date: string;
  readonly jobs: number;
  readonly credits: number;
}

/** The usage of the workspace by day; in credits too, where they are priced. */
export async function usageSection(place: HTMLElement): Promise<void> {
  place.append(make('h2', {}, 'Usage'));
  const { since, days } = await call<{ since: string; days: Day[] }>('GET', '/console/api/usage');
  const priced = state().session?.credits !== undefined;
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  const jobs = counted(
    sum((day) => day.jobs),
    'job',
  );
  const total = priced
    ? `${counted(
        sum((day) => day.credits),
        'credit',
      )} charged for ${jobs}`
    : jobs;
  place.append(make('p', { className: 'hint' }, `${total} in the last 30 days. Days are in UTC.`));
  const all = everyDay(since, days);
  const value = (day: Day): number => (priced ? day.credits : day.jobs);
  place.append(
    barChart(
      all.map((day) => ({ date: day.date, value: value(day), title: titleOf(day, priced) })),
      priced ? 'Credits by day' : 'Jobs by day',
    ),
  );
  if (days.length === 0) return;
  const rows = days
    .toReversed()
    .map((day) =>
      make(
        'tr',
        {},
        make('td', {}, day.date),
        make('td', { className: 'number' }, day.jobs.toLocaleString()),
        ...(priced ? [make('td', { className: 'number' }, day.credits.toLocaleString())] : []),
      ),
    );
  const heads = ['Date', 'Jobs', ...(priced ? ['Credits'] : [])];
  place.append(make('details', {}, make('summary', {}, 'As a table'), table(heads, rows)));
}

const titleOf = ({ date, jobs, credits }: Day, priced: boolean): string =>
  `${date}: ${counted(jobs, 'job')}${priced ? `, ${counted(credits, 'credit')}` : ''}`;

/** Also those without a job, through today. */
function everyDay(since: string, days: readonly Day[]): Day[] {
  const found = new Map(days.map((day) => [day.date, day]));
  const all: Day[] = [];
  for (const day = new Date(since); day.getTime() <= Date.now(); day.setUTCDate(day.getUTCDate() + 1)) {
    const date = day.toISOString().slice(0, 10);
    all.push(found.get(date) ?? { date, jobs: 0, credits: 0 });
  }
  return all;
}
