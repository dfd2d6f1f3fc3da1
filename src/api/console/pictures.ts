import type { PageRange } from '../../resource/ranges.ts';
import type { ObjectInfo } from '../../objects/objects.ts';
import { keys } from '../../records/keys.ts';
import { readSlot } from '../../lifecycle/uploads.ts';
import type { Ending } from '../../records/types.ts';
import type { ApiDeps } from '../deps.ts';
import type { KnownJob } from '../jobs/find.ts';
import { Problem, tooMany } from '../problem.ts';

/** Formats whose pages look like something. */
const DRAWN: ReadonlySet<string> = new Set(['pdf', 'png', 'jpeg', 'webp', 'tiff', 'gif', 'bmp', 'avif', 'svg']);
/** Pages that are drawn for one workspace at a time, by this process. */
const AT_A_TIME = 4;

interface Drawable {
  readonly jobId: string;
  readonly workspace: string;
  readonly source: NonNullable<Ending['source']>;
  readonly pages: PageRange;
  readonly upload: ObjectInfo;
}

/** Pictures of the pages that a job converted. */
export interface Pictures {
  /** The pages that there are pictures of; undefined where there are none. */
  pagesOf(known: KnownJob): Promise<PageRange | undefined>;
  /**
   * The picture of a page, a WebP file, drawn now if it was not drawn before; undefined when it cannot be drawn. Throws
   * 422 where it needs the password of the document, or another.
   */
  read(known: KnownJob, page: number, password?: string): Promise<Uint8Array | undefined>;
}

/**
 * A page is drawn once, or fails once, in a process of its own, from the upload if its bytes are still those that were
 * converted.
 */
export function openPictures(deps: Pick<ApiDeps, 'objects' | 'tasks' | 'log'>): Pictures {
  const { objects, tasks, log } = deps;
  const underWay = new Map<string, { readonly workspace: string; readonly drawn: Promise<boolean> }>();

  const findDrawable = async (known: KnownJob): Promise<Drawable | undefined> => {
    if (known.stage !== 'ended' || known.expiredAt !== undefined) return undefined;
    const { source, pageRange, state } = known.ending;
    const { jobId, workspace, spec } = known.base;
    if (state !== 'succeeded' || !source || !pageRange || !DRAWN.has(source.format) || spec.source.type !== 'document')
      return undefined;
    const slot = await readSlot(objects, workspace, spec.source.documentId);
    const upload = slot && (await objects.head(slot.objectKey));
    return upload?.bytes === source.bytes ? { jobId, workspace, source, pages: pageRange, upload } : undefined;
  };

  const draw = async (
    { workspace, jobId, source, upload }: Drawable,
    { page, to, password }: { readonly page: number; readonly to: string; readonly password: string | undefined },
  ): Promise<boolean> => {
    const result = await tasks.draw({
      workspace,
      jobId,
      key: upload.key,
      bytes: upload.bytes,
      sha256: source.sha256,
      page,
      to,
      ...(password !== undefined && { password }),
    });
    if (result.ok) return true;
    const { code, message } = result.failure;
    if (code === 'password_protected' || code === 'wrong_password') throw new Problem(422, code, message);
    log.info({ jobId, page, why: result.failure }, 'failed to draw a page');
    // Nothing in place of the picture, so that no page costs its time twice.
    await objects.put(to, '');
    return false;
  };

  return {
    pagesOf: async (known) => (await findDrawable(known))?.pages,
    read: async (known, page, password) => {
      const drawable = await findDrawable(known);
      if (!drawable || page < drawable.pages.start || page > drawable.pages.end) return undefined;
      const to = keys.picture(drawable.jobId, page);
      const there = await objects.get(to);
      if (there) return there.body.length > 0 ? there.body : undefined;
      const request = JSON.stringify([to, password]);
      let flight = underWay.get(request);
      if (!flight) {
        const { workspace } = drawable;
        const busy = [...underWay.values()].filter((other) => other.workspace === workspace).length;
        if (busy >= AT_A_TIME) throw tooMany('Too many pages are being drawn. Try again.', 1);
        flight = { workspace, drawn: draw(drawable, { page, to, password }).finally(() => underWay.delete(request)) };
        underWay.set(request, flight);
      }
      return (await flight.drawn) ? (await objects.get(to))?.body : undefined;
    },
  };
}
