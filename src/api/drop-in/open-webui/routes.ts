import type { Router } from '@koa/router';
import { receiveRaw } from '../../convert/receive.ts';
import { readMarkdown, requireResult } from '../../convert/run.ts';
import { invalidRequest } from '../../problem.ts';
import { admitCall, withDetail, type DropIn } from '../access.ts';
import { startEach, waitForEach } from '../convert-each.ts';

/** `PUT /process`: what Open WebUI asks of an external document loader. */
export function mountOpenWebUi(router: Router, dropIn: DropIn): void {
  const { deps } = dropIn;
  router.put('/process', async (ctx) =>
    withDetail(async () => {
      const call = await admitCall(dropIn, ctx);
      const document = await receiveRaw(deps, call.credential.workspace, ctx, {
        fileName: decodeName(ctx.get('X-Filename')),
        fileType: ctx.get('Content-Type') || 'application/octet-stream',
      });
      const [known] = await waitForEach(deps, call, await startEach(deps, call, [{ document }], {}));
      const { base, ending } = known!;
      const markdown = await readMarkdown(deps, await requireResult(deps, known!));
      const { source, warnings = [] } = ending;
      ctx.body = {
        page_content: markdown.toString('utf8'),
        metadata: {
          source: document.fileName,
          jobId: base.jobId,
          pages: source?.pages,
          // Text, since some vector stores take no lists.
          ...(warnings.length > 0 && { warnings: warnings.map(({ message }) => message).join(' ') }),
        },
      };
    }),
  );
}

/** The header is percent-encoded. */
function decodeName(header: string): string {
  try {
    return decodeURIComponent(header) || 'document';
  } catch {
    throw invalidRequest('X-Filename must be percent-encoded UTF-8.');
  }
}
