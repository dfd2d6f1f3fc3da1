import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askInTurn } from '../../src/worker/ask-reading.ts';

const picture = (number: number): Uint8Array => Uint8Array.of(number);

describe('askInTurn', () => {
  it('asks about one page after another', async () => {
    const events: string[] = [];
    const ask = askInTurn(async ([number]) => {
      events.push(`asked ${number}`);
      await sleep(10);
      events.push(`answered ${number}`);
      return { text: `page ${number}` };
    });
    expect(await Promise.all([ask(picture(1)), ask(picture(2))])).toEqual(['page 1', 'page 2']);
    expect(events).toEqual(['asked 1', 'answered 1', 'asked 2', 'answered 2']);
  });

  it.each([
    ['is refused', () => Promise.resolve({})],
    ['is lost', () => Promise.reject(new Error('The service is away'))],
  ])('asks about no further page after one that %s', async (_what, answer) => {
    const asked: number[] = [];
    const ask = askInTurn(([number]) => {
      asked.push(number!);
      return number === 2 ? answer() : Promise.resolve({ text: 'a page' });
    });
    expect(await Promise.all([1, 2, 3].map((number) => ask(picture(number))))).toEqual([
      'a page',
      undefined,
      undefined,
    ]);
    expect(asked).toEqual([1, 2]);
  });

  it('asks no more once a range has waited for long', async () => {
    const ask = askInTurn(async () => {
      await sleep(30);
      return { text: 'a page' };
    }, 10);
    expect(await Promise.all([1, 2].map((number) => ask(picture(number))))).toEqual(['a page', undefined]);
  });
});
