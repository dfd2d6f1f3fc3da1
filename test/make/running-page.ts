import type { RawPage } from '../../packages/engine/src/layout/model/raw-page.ts';
import { makePage } from './raw-page.ts';

/** Lines of a text that goes on. */
export const LINES = [
  'Each reservoir replaces the sediment load of the',
  'river and the operator measures the daily inflow',
  'before the office closes for the year; the costs',
];

/** A page with a running title and its number, unless it is to have none. */
export function page(number: number, write: (page: ReturnType<typeof makePage>) => void, running = true): RawPage {
  const made = makePage(number);
  if (running) {
    made.text(72, 40, 'Energy use of pumps', { size: 8 });
    made.text(300, 760, `Page ${number}`, { size: 8 });
  }
  write(made);
  return made.page();
}
