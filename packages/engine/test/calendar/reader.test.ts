import { expect, test } from 'vitest';
import { detect } from '../../src/detect.ts';
import { readDocument } from '../../../../test/make/read.ts';
import { makeSource } from '../../../../test/make/source.ts';

const read = async (lines: readonly string[]): Promise<string> => {
  const file = makeSource(lines.join('\r\n'));
  expect(await detect(file)).toBe('ics');
  return (await readDocument(file)).markdown;
};
const calendar = (...lines: readonly string[]): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  ...lines,
  'END:VCALENDAR',
];
const event = (...lines: readonly string[]): string[] => calendar('BEGIN:VEVENT', ...lines, 'END:VEVENT');

test('an invitation: summary, time, place, people and description', async () => {
  expect(
    await read(
      event(
        'UID:1@example.org',
        'SUMMARY:Budget\\, second round',
        'DTSTART;TZID=Europe/Berlin:20260315T143000',
        'DTEND;TZID=Europe/Berlin:20260315T160000',
        'LOCATION:Room 4\\; ground floor',
        'ORGANIZER;CN="Bell, Ann; office: 2":mailto:ann@example.org',
        'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Carl:mailto:carl@example.org',
        'ATTENDEE;PARTSTAT=NEEDS-ACTION:MAILTO:dora@example.org',
        'DESCRIPTION:Bring the fig',
        ' ures.\\n\\nSecond paragraph.',
        'BEGIN:VALARM',
        'DESCRIPTION:Reminder',
        'END:VALARM',
      ),
    ),
  ).toBe(
    [
      '# Budget, second round',
      '',
      '| When | 2026-03-15 14:30 to 16:00 Europe/Berlin |',
      '| - | - |',
      '| Where | Room 4; ground floor |',
      '| Organizer | Bell, Ann; office: 2 \\<ann@example.org> |',
      '| Attendees | Carl \\<carl@example.org> (accepted), dora@example.org |',
      '',
      'Bring the figures.',
      '',
      'Second paragraph.',
      '',
    ].join('\n'),
  );
});

test.each([
  ['one whole day', ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261225'], '2026-12-24'],
  ['several days', ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'], '2026-12-24 to 2026-12-26'],
  ['a day without an end', ['DTSTART;VALUE=DATE:20261224'], '2026-12-24'],
  ['UTC', ['DTSTART:20260315T143000Z', 'DTEND:20260316T020000Z'], '2026-03-15 14:30 to 2026-03-16 02:00 UTC'],
  ['a duration', ['DTSTART:20260315T143000Z', 'DURATION:P1DT1H30M'], '2026-03-15 14:30 to 2026-03-16 16:00 UTC'],
  [
    'two zones',
    ['DTSTART;TZID=A:20260315T143000', 'DTEND;TZID=B:20260315T150000'],
    '2026-03-15 14:30 A to 2026-03-15 15:00 B',
  ],
  ['no zone', ['DTSTART:20260315T143000'], '2026-03-15 14:30'],
  ['a time that is none', ['DTSTART:next Monday'], 'next Monday'],
  ['a day that is none', ['DTSTART:20261350T143000'], '20261350T143000'],
])('a time: %s', async (_, lines, shown) => {
  expect(await read(event('SUMMARY:S', ...lines))).toBe(`# S\n\n| When | ${shown} |\n| - | - |\n`);
});

test('a calendar of several entries has their headings below its name', async () => {
  const markdown = await read(
    calendar(
      'X-WR-CALNAME:Team',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VTODO',
      'SUMMARY:Write the report',
      'DUE;VALUE=DATE:20260401',
      'STATUS:IN-PROCESS',
      'END:VTODO',
      'BEGIN:VEVENT',
      'SUMMARY:Stand-up',
      'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
      'EXDATE;TZID=A:20260323T090000,20260325T090000',
      'URL:https://example.org/meet',
      'END:VEVENT',
      'BEGIN:VFREEBUSY',
      'FREEBUSY:20260315T140000Z/20260315T150000Z,20260316T080000Z/PT30M',
      'END:VFREEBUSY',
    ),
  );
  expect(markdown).toBe(
    [
      '# Team',
      '',
      '## Write the report',
      '',
      '| Due | 2026-04-01 |',
      '| - | - |',
      '| Status | in process |',
      '',
      '## Stand-up',
      '',
      '| Repeats | FREQ=WEEKLY;BYDAY=MO,WE |',
      '| - | - |',
      '| Except | 2026-03-23 09:00 A; 2026-03-25 09:00 A |',
      '| Link | https://example.org/meet |',
      '',
      '| Busy | 2026-03-15 14:00 to 15:00 UTC; 2026-03-16 08:00 to 08:30 UTC |',
      '| - | - |',
      '',
    ].join('\n'),
  );
});

test('what programs get wrong loses no entry: lines without a colon, components that are not closed, bare line feeds', async () => {
  const file = makeSource(
    'BEGIN:VCALENDAR\nMETHOD:CANCEL\nrubbish\nBEGIN:VEVENT\nSUMMARY:One\nno colon; here\nLOCATION:Here\n',
  );
  expect((await readDocument(file)).markdown).toBe('# One\n\n| Where | Here |\n| - | - |\n| Status | cancelled |\n');
});

test('the invitation of a message is shown as one', async () => {
  const invitation = event('SUMMARY:Kick-off', 'DTSTART:20260315T143000Z').join('\r\n');
  const message = [
    'From: ann@example.org',
    'Subject: Invitation',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Please come.',
    '--b',
    'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
    '',
    invitation,
    '--b--',
  ].join('\r\n');
  const { markdown } = await readDocument(makeSource(message));
  expect(markdown).toContain('### Kick-off\n\n| When | 2026-03-15 14:30 UTC |');
  expect(markdown).not.toContain('VCALENDAR');
});

test.each([
  ['components within components', `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\n'.repeat(50_000)}`],
  ['a line of parameters', `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY${';A=b'.repeat(200_000)}\r\nEND:VEVENT\r\n`],
  ['quotation marks that do not end', `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY;CN="${'x'.repeat(500_000)}\r\n`],
  ['ends without beginnings', `BEGIN:VCALENDAR\r\n${'END:VEVENT\r\n'.repeat(100_000)}`],
])('is read in time: %s', { timeout: 10_000 }, async (_, text) => {
  const { pages } = await readDocument(makeSource(text));
  expect(pages.length).toBeLessThan(100);
});
