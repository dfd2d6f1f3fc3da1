import type { RawFont } from '../layout/model/raw-page.ts';
import type { CoreDict, CoreFont, CoreTranslatedFont } from '../../../pdf-core/src/types.ts';
import { hasBoldBitmaps } from './bitmap-fonts.ts';

/** Font descriptor flags (ISO 32000-1, table 121). */
const FLAG = { fixedPitch: 1, serif: 2, symbolic: 4, italic: 64, forceBold: 1 << 18 } as const;

const BOLD =
  /bold|black|heavy|demi(?!tasse)|semib|extrab|ultra(?!light)|(?:^|[-,_ ])(?:bd|b|sb|xb|eb|blk|hvy)(?:$|[-,_ ])|[a-z](?:Bd|Blk|Hv|SmBd)(?:It|Obl|Ital|Cn|Ex)?(?:MT|PS)?$|^(?:CM|SF)(?:BX|SSBX|B\d|CSSC|SSDC)|medi(?:um)?(?:ital|obli)?$|LMRoman\d*-Bold/i;
/** Fonts in whose families `Medium` is the bold one (URW's clones of the standard fonts). */
const MEDIUM_IS_BOLD = /^(?:Nimbus|NimbusRomNo9L|URW|CenturySchL|Bookman)/i;
const ITALIC =
  /ital|obli|slant|kursiv|(?:^|[-,_ ])(?:it|i|bi|bit|obl)(?:$|[-,_ ])|[a-z](?:It|Ita|Obl)(?:MT|PS)?$|^(?:CM|SF)(?:TI|SL|MI|BXTI|BXSL|SSI|ITT|MIB|RI|TT?I)\d/i;
const MONO =
  /mono(?!type)|courier|consol|typewriter|menlo|inconsolata|lucida ?con|fixed|terminal|letter ?gothic|source ?code|fira ?code|^(?:CMTT|CMSLTT|CMITT|CMVTT|SFTT|SFIT|SFST|LMTT|LMMono|txtt|pcr[rbo])|nimbusmon|ocr-?[ab]|andale/i;
const SERIF =
  /times|serif(?<!sans.?serif)|roman(?!i)|georgia|garamond|palatino|bookman|century|cambria|minion|caslon|baskerville|didot|bodoni|charter|utopia|song|ming|mincho|myungjo|^(?:CM(?:R|BX|TI|SL|CSC|B)|SF(?:RM|BX|TI|CC)|LMRoman|NimbusRom|URWPalladio|ptm|pnc|ppl)/i;
const SANS =
  /sans|arial|helvet|calibri|verdana|tahoma|univers|frutiger|futura|gothic|grotesk|segoe|roboto|lato|inter|myriad/i;
const SYMBOLIC =
  /symbol|wingdings|webdings|dingbats|^(?:CMSY|CMMI|CMEX|CMBSY|MSAM|MSBM|EUFM|EUSM|LASY|RSFS|STMARY|WASY|LMMath|XITSMath|STIXMath)|math|mtsy|mtmi|mtex/i;
const STYLE_WORDS =
  /[-,_ ]?(?:bold|italic|oblique|regular|regu|medi(?!um)|slant(?:_\d+)?|roman(?=$|[-,_ ])|medium|light|black|heavy|semi|demi|extra|ultra|thin|book|condensed|cond|narrow|ital|obli|slanted|bd|it|mt|ps(?:mt)?)+$/i;

/** Words may be parted in too many ways in what is no name. */
const LONGEST_NAME = 200;

/** The style of a font, from its name, descriptor and widths. */
export function describeFont(translated: CoreTranslatedFont): RawFont {
  const { font } = translated;
  const name = plainName(translated);
  const stated = statedStyle(translated);
  const symbolic = SYMBOLIC.test(name);
  const { ascent, descent } = verticalExtent(font);
  return {
    name,
    family: familyOf(name),
    bold: isBold(name) || stated.bold || hasBoldBitmaps(translated),
    italic: !symbolic && (ITALIC.test(name) || stated.italic),
    mono: MONO.test(name) || (stated.fixedPitch && !symbolic && equalWidths(font)),
    serif: !SANS.test(name) && (SERIF.test(name) || stated.serif),
    symbolic,
    ascent,
    descent,
  };
}

/** The style by the font descriptor. */
function statedStyle({ font, dict }: CoreTranslatedFont): Record<'bold' | 'italic' | 'fixedPitch' | 'serif', boolean> {
  const descriptor = descriptorOf(dict);
  const flags = numberOf(descriptor?.get('Flags')) ?? 0;
  const weight = numberOf(descriptor?.get('FontWeight')) ?? 0;
  const angle = numberOf(descriptor?.get('ItalicAngle')) ?? 0;
  return {
    bold: weight >= 600 || (flags & FLAG.forceBold) !== 0,
    italic: (flags & FLAG.italic) !== 0 || Math.abs(angle) > 3,
    fixedPitch: (flags & FLAG.fixedPitch) !== 0 || font.isMonospace === true,
    serif: (flags & FLAG.serif) !== 0 || font.isSerifFont === true,
  };
}

/** Dictionary of the descriptor, also below a composite font. */
export function descriptorOf(dict: CoreDict): CoreDict | undefined {
  try {
    const own = dict.get('FontDescriptor');
    if (isDict(own)) return own;
    const descendants = dict.getArray('DescendantFonts');
    const descendant: unknown = Array.isArray(descendants) ? descendants[0] : descendants;
    const below = isDict(descendant) ? descendant.get('FontDescriptor') : undefined;
    return isDict(below) ? below : undefined;
  } catch {
    return undefined;
  }
}

function isDict(value: unknown): value is CoreDict {
  return typeof value === 'object' && value !== null && 'getRaw' in value;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function plainName({ font, dict }: CoreTranslatedFont): string {
  const base = (dict.get('BaseFont') as { name?: string } | undefined)?.name;
  const name = (base ?? font.name ?? '').replace(/^[A-Z]{6}\+/, '').replaceAll('#20', ' ');
  return name === '' ? 'unnamed' : name;
}

function isBold(name: string): boolean {
  if (/medi(?:um)?(?:ital|obli)?$/i.test(name)) return MEDIUM_IS_BOLD.test(name);
  return BOLD.test(name);
}

/** `CMBX10` and `CMR12` are not of one family by name; that is known, and the style tells them apart well enough. */
function familyOf(name: string): string {
  const family = name
    .slice(0, LONGEST_NAME)
    .replace(/(?:PS)?MT$/, '')
    .replace(STYLE_WORDS, '')
    .replace(/[-,_ ]+$/, '');
  return family === '' ? name : family;
}

function equalWidths(font: CoreFont): boolean {
  const widths = Object.values(font.widths ?? {}).filter((width) => width > 0);
  return widths.length < 4 || widths.every((width) => Math.abs(width - (widths[0] ?? 0)) < 2);
}

/** Many descriptors state nonsense, so both are kept within what letters can need. */
function verticalExtent(font: CoreFont): { ascent: number; descent: number } {
  const ascent = numberOf(font.ascent) ?? 0;
  const descent = Math.abs(numberOf(font.descent) ?? 0);
  return {
    ascent: ascent >= 0.5 && ascent <= 1.2 ? Math.round(ascent * 1000) / 1000 : 0.8,
    descent: descent >= 0.05 && descent <= 0.5 ? Math.round(descent * 1000) / 1000 : 0.2,
  };
}
