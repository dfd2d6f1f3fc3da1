import type { Property } from './content-lines.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A date or a time as its calendar shows it, in milliseconds as if it were UTC. */
interface Moment {
  readonly at: number;
  readonly isDay: boolean;
  /** Such as `UTC`; empty for a time that is the same on the clock everywhere. */
  readonly zone: string;
}

/** `2026-03-15 14:30 to 15:00 Europe/Berlin`. What is no time stays as it is written. */
export function showPeriod(start: Property, end?: Property, duration?: Property): string {
  const from = readMoment(start);
  if (!from) return start.value;
  const to = (end && readMoment(end)) ?? (duration && later(from, duration.value));
  // The end of days is the day after the last one (RFC 5545, 3.6.1).
  const last = to?.isDay && from.isDay ? { ...to, at: Math.max(from.at, to.at - DAY_MS) } : to;
  if (!last || last.at === from.at) return `${show(from)}${zoneOf(from)}`;
  if (last.zone !== from.zone) return `${show(from)}${zoneOf(from)} to ${show(last)}${zoneOf(last)}`;
  const isSameDay = show(from).slice(0, 10) === show(last).slice(0, 10);
  return `${show(from)} to ${isSameDay ? show(last).slice(11) : show(last)}${zoneOf(from)}`;
}

function readMoment({ value, params }: Property): Moment | undefined {
  const [, day, time, isUtc] = /^(\d{8})(?:T(\d{6}))?(Z)?$/.exec(value.trim()) ?? [];
  if (day === undefined) return undefined;
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  const clock = time === undefined ? '00:00' : `${time.slice(0, 2)}:${time.slice(2, 4)}`;
  const at = Date.parse(`${date}T${clock}:00Z`);
  const zone = isUtc ? 'UTC' : (params['TZID'] ?? '').replace(/^\//, '');
  return Number.isNaN(at) ? undefined : { at, isDay: time === undefined, zone: time === undefined ? '' : zone };
}

/** The moment after a duration (3.3.6), such as `PT1H30M` or `P2W`. */
function later(from: Moment, duration: string): Moment | undefined {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,4})M)?(?:\d+S)?)?$/.exec(
    duration.trim(),
  );
  if (!found) return undefined;
  const [weeks, days, hours, minutes] = found.slice(1).map((text) => Number(text ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return { ...from, at: from.at + (weeks * 7 + days) * DAY_MS + (hours * 60 + minutes) * 60_000 };
}

const show = ({ at, isDay }: Moment): string =>
  new Date(at)
    .toISOString()
    .slice(0, isDay ? 10 : 16)
    .replace('T', ' ');

const zoneOf = ({ zone }: Moment): string => zone && ` ${zone}`;
