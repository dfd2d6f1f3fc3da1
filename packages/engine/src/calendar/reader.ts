import type { Block } from '../document.ts';
import { Failure } from '../failure.ts';
import type { Flow } from '../flow/flow.ts';
import { createFlowReader } from '../flow/flow-reader.ts';
import { fieldTable } from '../flow/text-table.ts';
import type { FormatReader } from '../format-reader.ts';
import { readTextBody } from '../mail/text-body.ts';
import { detectEncoding, readText } from '../text/decode.ts';
import { readComponents, unescapeText } from './content-lines.ts';
import type { Component, Property } from './content-lines.ts';
import { showPeriod } from './times.ts';

/** Several copies of the text are held while it is read. */
const COPIES = 8;
const SHOWN = /^V(?:EVENT|TODO|JOURNAL|FREEBUSY)$/;

/**
 * Reads iCalendar (RFC 5545): invitations, calendars and lists of tasks. Each entry has a heading, its fields as a
 * table, and its description; alarms, time zones and what programs note for each other are left out.
 */
export const reader: FormatReader = createFlowReader(async (file, flow) => {
  const most = flow.limits.expandedBytes / COPIES;
  if (file.bytes > most) throw new Failure('limit_exceeded', `The calendar is larger than ${most} bytes.`);
  let text = '';
  for await (const piece of readText(file, await detectEncoding(file))) text += piece;
  for (const calendar of readComponents(text)) await addCalendar(calendar, flow);
});

async function addCalendar(calendar: Component, flow: Flow): Promise<void> {
  const name = textOf(calendar, 'NAME') || textOf(calendar, 'X-WR-CALNAME');
  if (name !== '') await flow.add(heading(1, name));
  for (const block of readTextBody(textOf(calendar, 'DESCRIPTION') || textOf(calendar, 'X-WR-CALDESC')))
    await flow.add(block);
  const isCanceled = valueOf(calendar, 'METHOD').toUpperCase() === 'CANCEL';
  for (const entry of calendar.components.filter((each) => SHOWN.test(each.name))) {
    const summary = textOf(entry, 'SUMMARY');
    if (summary !== '') await flow.add(heading(name === '' ? 1 : 2, summary));
    for (const table of fieldTable(fieldsOf(entry, isCanceled))) await flow.add(table);
    for (const property of ['DESCRIPTION', 'COMMENT'])
      for (const each of all(entry, property))
        for (const block of readTextBody(unescapeText(each.value))) await flow.add(block);
  }
}

/** Fields that are shown, in order. */
function fieldsOf(entry: Component, isCanceled: boolean): (readonly [string, string])[] {
  const [start] = all(entry, 'DTSTART');
  const [end] = all(entry, 'DTEND');
  const [due] = all(entry, 'DUE');
  const status = valueOf(entry, 'STATUS') || (isCanceled ? 'CANCELLED' : '');
  return [
    ['When', start ? showPeriod(start, end, all(entry, 'DURATION')[0]) : ''],
    ['Due', due ? showPeriod(due) : ''],
    [
      'Repeats',
      all(entry, 'RRULE')
        .map(({ value }) => value)
        .join('; '),
    ],
    ['Also on', all(entry, 'RDATE').flatMap(showPeriods).join('; ')],
    ['Except', all(entry, 'EXDATE').flatMap(showPeriods).join('; ')],
    ['Busy', all(entry, 'FREEBUSY').flatMap(showPeriods).join('; ')],
    ['Where', textOf(entry, 'LOCATION')],
    ['Organizer', all(entry, 'ORGANIZER').map(showPerson).join(', ')],
    ['Attendees', all(entry, 'ATTENDEE').map(showPerson).join(', ')],
    ['Contact', textOf(entry, 'CONTACT')],
    ['Status', lower(status)],
    [
      'Categories',
      all(entry, 'CATEGORIES')
        .map(({ value }) => unescapeText(value))
        .join(', '),
    ],
    ['Link', valueOf(entry, 'URL')],
    ['Attachments', all(entry, 'ATTACH').flatMap(addressOf).join(' ')],
  ];
}

const all = ({ properties }: Component, wanted: string): Property[] => properties.filter(({ name }) => name === wanted);
const valueOf = (component: Component, name: string): string => all(component, name)[0]?.value.trim() ?? '';
const textOf = (component: Component, name: string): string => unescapeText(valueOf(component, name));
const lower = (value: string): string => value.toLowerCase().replaceAll('-', ' ');

/** `Ann <ann@example.org> (accepted)` (3.2.2, 3.2.12). */
function showPerson({ params, value }: Property): string {
  const address = value.trim().replace(/^mailto:/i, '');
  const name = unescapeText(params['CN'] ?? '');
  const answer = lower(params['PARTSTAT'] ?? '');
  const shown = name === '' || name === address ? address : `${name} <${address}>`;
  return answer === '' || answer === 'needs action' ? shown : `${shown} (${answer})`;
}

/** Times, or periods of a start and an end or a duration (3.3.9). */
const showPeriods = ({ name, value, params }: Property): string[] =>
  value.split(',').map((period) => {
    const [from = '', to = ''] = period.split('/');
    const property = (text: string): Property => ({ name, params, value: text });
    const isDuration = to.includes('P');
    return showPeriod(property(from), isDuration ? undefined : property(to), isDuration ? property(to) : undefined);
  });

/** What is embedded has no address. */
const addressOf = ({ params, value }: Property): string[] => (params['VALUE'] === 'BINARY' ? [] : [value]);

const heading = (level: 1 | 2, text: string): Block => ({ kind: 'heading', level, content: [{ kind: 'text', text }] });
