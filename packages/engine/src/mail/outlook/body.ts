import type { Limits } from '../../limits.ts';
import { readRtf } from '../../rtf/reader.ts';
import type { MessageBody } from '../message.ts';
import { decodePartText } from '../part-text.ts';
import { expandRtf } from './compressed-rtf.ts';
import { htmlOfRtf } from './html-of-rtf.ts';
import { BODY, HTML, RTF } from './mapi.ts';
import { INTERNET_CODEPAGE, encodingOf } from './code-pages.ts';
import type { MapiProperties } from './properties.ts';

/** The body of a message in the richest form that it has. */
export async function readBody(properties: MapiProperties, limits: Limits): Promise<MessageBody> {
  const html = await properties.bytes(HTML);
  if (html) {
    const codePage = properties.number(INTERNET_CODEPAGE);
    return { html: decodePartText(html, codePage === undefined ? undefined : encodingOf(codePage), true) };
  }
  const htmlText = await properties.text(HTML);
  if (htmlText !== '') return { html: htmlText };
  const compressed = await properties.bytes(RTF);
  const rtf = compressed && expandRtf(compressed, limits.expandedBytes);
  const inRtf = rtf && htmlOfRtf(rtf);
  if (inRtf !== undefined) return { html: inRtf };
  const text = await properties.text(BODY);
  const isFromText = rtf?.toString('latin1', 0, 1000).includes('\\fromtext') === true;
  return rtf && rtf.length > 0 && !(isFromText && text !== '') ? { add: (flow) => readRtf([rtf], flow) } : { text };
}
