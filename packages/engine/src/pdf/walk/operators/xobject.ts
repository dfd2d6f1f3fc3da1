import type { CoreDict, CoreStream } from '../../../../../pdf-core/src/types.ts';
import type { Content, OperatorGroup } from '../content.ts';
import { placeImage } from '../images.ts';
import type { ImageSource } from '../images.ts';
import { isVisible } from '../marked.ts';
import { fillUnitSquare } from './path.ts';

const MAX_IMAGES = 5_000;

/** External objects and inline images (ISO 32000-1, 8.8 to 8.10). */
export const xobject: OperatorGroup = {
  paintXObject(content, [name]) {
    if (!content.mark.invisible) return paintObject(content, name);
  },
  endInlineImage(content, [stream]) {
    const { page, mark, resources } = content;
    if (mark.invisible || !(stream instanceof page.core.BaseStream)) return;
    addImage(content, { stream, id: `p${page.number}i${page.inlineImages++}`, inline: true, resources });
  },
};

async function paintObject(content: Content, name: unknown): Promise<void> {
  const { page, resources } = content;
  const { Dict, Name, Ref } = page.core;
  const objects = resources.get('XObject');
  if (!(name instanceof Name) || !(objects instanceof Dict)) return;
  const raw = objects.getRaw(name.name);
  const object = fetchStream(content, raw);
  const dict = object?.dict;
  if (!object || !dict || isOnHiddenLayer(content, dict)) return;
  const subtype = dict.get('Subtype');
  const kind = subtype instanceof Name ? subtype.name : '';
  const id = raw instanceof Ref ? raw.toString() : `p${page.number}${name.name}`;
  if (kind === 'Image') addImage(content, { stream: object, id, inline: false, resources });
  else if (kind === 'Form' || dict.has('BBox')) await page.form(object, id, content);
}

function fetchStream({ page }: Content, raw: unknown): CoreStream | undefined {
  try {
    const object = page.xref.fetchIfRef(raw);
    return object instanceof page.core.BaseStream ? object : undefined;
  } catch {
    page.problem('object-unreadable');
    return undefined;
  }
}

function isOnHiddenLayer({ page, resources }: Content, dict: CoreDict): boolean {
  const layer = dict.get('OC');
  if (!(layer instanceof page.core.Dict)) return false;
  return !isVisible(page.layers, page.core.parseMarkedContentProps(page.xref, layer, resources));
}

function addImage(content: Content, source: ImageSource): void {
  const { page, state, mark } = content;
  if (isRectangle(source.stream)) return fillUnitSquare(content);
  if (page.images.length >= MAX_IMAGES) return page.problem('images-left-out');
  const image = placeImage(page.core, source, state, mark);
  if (image !== undefined) page.images.push({ ...image, order: page.order });
}

/** Whether an image is a mask of one pixel that is painted: dvips and Ghostscript draw every rule as such. */
function isRectangle(stream: CoreStream): boolean {
  const { dict } = stream;
  if (dict?.get('IM', 'ImageMask') !== true || dict.get('W', 'Width') !== 1 || dict.get('H', 'Height') !== 1)
    return false;
  const decode = dict.get('D', 'Decode');
  const painted = Array.isArray(decode) && decode[0] === 1 ? 1 : 0;
  const [byte] = stream.getBytes(1);
  stream.reset();
  return byte !== undefined && byte >> 7 === painted;
}
