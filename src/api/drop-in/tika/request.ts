import type { Context } from 'koa';
import { dropDocument, receiveForm, receiveRaw, type Received } from '../../convert/receive.ts';
import { checkedPassword, type ConvertOptions } from '../../convert/options.ts';
import type { ApiDeps } from '../../deps.ts';
import { invalidRequest } from '../../problem.ts';
import { readLanguages } from '../ocr-languages.ts';

/** The document of a request: its body, or the file of a form. */
export async function receiveDocument(deps: ApiDeps, workspace: string, ctx: Context): Promise<Received> {
  if (!ctx.is('multipart/form-data'))
    return receiveRaw(deps, workspace, ctx, {
      fileName: parseFileName(ctx.get('Content-Disposition')) ?? (ctx.get('File-Name') || 'document'),
      fileType: ctx.get('Content-Type') || 'application/octet-stream',
    });
  const { documents } = await receiveForm(deps, workspace, ctx, { fileFields: ['upload', 'file'] });
  const [document] = documents;
  if (!document) throw invalidRequest('upload is required.');
  return document;
}

/** As `receiveDocument`; what is not converted after all is not kept. */
export async function withDocument<T>(
  deps: ApiDeps,
  workspace: string,
  { ctx, use }: { readonly ctx: Context; readonly use: (document: Received) => Promise<T> },
): Promise<T> {
  const document = await receiveDocument(deps, workspace, ctx);
  try {
    return await use(document);
  } finally {
    await dropDocument(deps, workspace, document);
  }
}

/** RFC 6266. Python's client of Tika sends `b'report.pdf'` as the name; others percent-encode the plain form. */
function parseFileName(disposition: string): string | undefined {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  const name = (extended ?? plain?.[1] ?? plain?.[2])?.trim().replace(/^b'(.*)'$/, '$1');
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const OCR_STRATEGIES = { no_ocr: 'off', ocr_only: 'force', ocr_and_text_extraction: 'force', auto: 'auto' } as const;

/** The headers of Tika that there is something for. */
export function readHeaders(
  ctx: Context,
  installed: readonly string[],
): Pick<ConvertOptions, 'ocr' | 'ocrLanguages' | 'password'> {
  const strategy = ctx.get('X-Tika-PDFOcrStrategy').toLowerCase();
  const skips = ctx.get('X-Tika-OCRskipOcr').toLowerCase() === 'true';
  const ocr = skips ? 'off' : OCR_STRATEGIES[strategy as keyof typeof OCR_STRATEGIES];
  const languages = ctx.get('X-Tika-OCRLanguage');
  const name = 'X-Tika-OCRLanguage';
  const given = languages === '' ? [] : languages.split('+');
  const ocrLanguages = readLanguages(given, { installed, name, refused: invalidRequest });
  const password = ctx.get('Password');
  return {
    ...(ocr && { ocr }),
    ...(ocrLanguages.length > 0 && { ocrLanguages }),
    ...(password !== '' && { password: checkedPassword(password) }),
  };
}
